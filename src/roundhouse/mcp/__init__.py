"""Seats for LLM agents: a match as the tools of an MCP server, over standard input and output or over HTTP."""
