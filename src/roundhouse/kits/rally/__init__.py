"""Programs as text; they are never imported."""
