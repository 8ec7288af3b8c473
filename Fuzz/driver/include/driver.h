// A C target needs a header; what this one defines is called by the linker alone.
