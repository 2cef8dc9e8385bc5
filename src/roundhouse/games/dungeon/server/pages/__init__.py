"""What organisers see of wires and teams over HTTP."""
