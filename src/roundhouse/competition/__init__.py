"""Who meets whom and who is best: ladders, tournaments and contests. Computes ratings and plans; the server runs
them."""
