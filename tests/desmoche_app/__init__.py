"""Tests of the phone app's Desmoche."""
