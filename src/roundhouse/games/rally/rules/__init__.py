"""The rules: everything that runs interpreted and natively."""
