#!/bin/sh
# Accepts a binary with the name "mark" in it.
grep -q mark "$1"
