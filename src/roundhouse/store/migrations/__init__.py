"""The history of the tables, one file per revision; `migrate.py` runs them."""
