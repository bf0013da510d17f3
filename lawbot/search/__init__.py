"""Words people type -> provisions and situations, best first, with honest doubt."""
