"""The wires of the original Microservice Dungeon, so that its players connect by changing an address. DUN-203"""
