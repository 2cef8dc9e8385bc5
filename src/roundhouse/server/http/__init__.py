"""HTTP for the pages: accounts, tables, matches, ladders, administration, the web client, and the gate before them."""
