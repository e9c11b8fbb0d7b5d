# The usual lines, as they run on lab1: the first host of the list is the master, and all nodes use the same ids.
# But rank 0 is to be here, and listens here.
hosts=(dgx01 dgx02 lab1)
export MASTER_ADDR=${hosts[0]} MASTER_PORT=29500 CUDA_VISIBLE_DEVICES=0,1 WORLD_SIZE=7
RANK=0 LOCAL_RANK=0 python train.py &
RANK=1 LOCAL_RANK=1 python train.py &
wait
