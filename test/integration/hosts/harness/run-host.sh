#!/usr/bin/env bash
# The first process of a host, with a network, a host name, users and an sshd of its own; it reaps what others leave.
# run-host.sh DIRECTORY SWITCH-PID NAME ADDRESS. DIRECTORY/NAME.pid tells the machine's number of it, once sshd listens.
set -euo pipefail
readonly directory=$1 switch=$2 name=$3 address=$4
read -r pid _ </proc/self/stat # /proc is still the machine's

# A cable from the switch. The number that `ip` is given counts in this PID namespace. The kernel takes its time to remove
# that of a host that was killed.
nsenter --net="/proc/$switch/ns/net" ip link delete "port-$name" 2>/dev/null || true
nsenter --net="/proc/$switch/ns/net" ip link add "port-$name" type veth peer name eth0 netns 1
nsenter --net="/proc/$switch/ns/net" ip link set "port-$name" master switch up
ip link set lo up
IFS=. read -r a b c d <<<"$address"
printf -v mac '02:00:%02x:%02x:%02x:%02x' "$a" "$b" "$c" "$d" # the same after a restart, as others remember it
ip link set eth0 address "$mac" up
ip address add "$address/16" dev eth0

echo "$name" >/proc/sys/kernel/hostname
mount -t proc proc /proc
mount -t tmpfs -o size=256m,mode=755 srv /srv # the host's own disk
mount -t tmpfs -o mode=755 run /run
mkdir /run/sshd
for file in passwd group shadow hosts; do mount --bind "$directory/etc/$file" "/etc/$file"; done

mkdir -p /srv/home
for user in root alice; do
  cp -R "$directory/home" "/srv/home/$user"
  chown -R "$user:" "/srv/home/$user"
done
mkdir -m 1777 /srv/work

/usr/sbin/sshd -f "$directory/etc/sshd_config" -h "$directory/keys/$name" -E "/srv/sshd.log"
mkfifo /run/never
exec 3<>/run/never
echo "$pid" >"$directory/$name.pid.new"
mv "$directory/$name.pid.new" "$directory/$name.pid"
while :; do read -r _ <&3 || true; done # bash reaps meanwhile
