s/^name.*/& # the same/
