/count: 4/a\    env: { NCCL_SOCKET_IFNAME: ib0 }
s/"0.1"/"0.2"/
/command/a\  setup: [source venv/bin/activate]\n  backend: gloo
s/WARN, OLD: x/INFO/
s/gpu, time.*/long, time: "2:00:00", directives: { reservation: spring } }/
