"""The rules by the phases of the rulebook."""
