s/^name.*/&-2/
s/model: L40S/model: A100, uuid: GPU-5f2a0001/
