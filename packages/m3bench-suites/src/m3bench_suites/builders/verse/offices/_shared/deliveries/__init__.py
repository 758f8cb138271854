"""Tables of a parcel service, and the jobs on them."""
