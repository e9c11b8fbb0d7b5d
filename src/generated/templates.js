// Generated from src/emitters/**/*.hbs by `npm run generate`. Do not edit.
export const templates = {
  'shell/launch.sh': {"0":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "workdir="
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"workdir"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":21,"column":8},"end":{"line":21,"column":22}}})) != null ? stack1 : "")
    + "\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "  "
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":26,"column":2},"end":{"line":26,"column":13}}})) != null ? stack1 : "")
    + "\n";
},"2":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "IFS= read -rd '' setup <<'"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":30,"column":26},"end":{"line":30,"column":44}}})) != null ? stack1 : "")
    + "' # launch.setup, as written in the topology\n"
    + ((stack1 = lookupProperty(helpers,"script").call(alias1,lookupProperty(depth0,"setup"),{"name":"script","hash":{},"data":data,"loc":{"start":{"line":31,"column":0},"end":{"line":31,"column":16}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":32,"column":0},"end":{"line":32,"column":18}}})) != null ? stack1 : "")
    + "\n[[ -n $setup ]] || refuse 'launch.setup cannot be read: is /tmp full?'\nsetup_shell='RANKPLAN_SETUP=$1 RANKPLAN_COMMAND=(\"${@:2}\"); set --; eval \"$RANKPLAN_SETUP\"; exec -- \"${RANKPLAN_COMMAND[@]}\"'\n";
},"3":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "say "
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"slurmOnly"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":37,"column":4},"end":{"line":37,"column":20}}})) != null ? stack1 : "")
    + "\n";
},"4":function(container,depth0,helpers,partials,data) {
    return "uuids";
},"5":function(container,depth0,helpers,partials,data) {
    return "_";
},"6":function(container,depth0,helpers,partials,data) {
    return " gpus=$uuids";
},"7":function(container,depth0,helpers,partials,data) {
    return "# The planned GPUs are in their places. An instance of one has no number of its own.\n[[ -z $gpus ]] || table=$'\\n'$(nvidia-smi -L 2>&1) || { say 'warning: nvidia-smi gives no answer, so the planned GPUs were not checked'; gpus=''; }\nfor gpu in ${gpus//,/ }; do\n  [[ $gpu == *=MIG-* ]] && line='' || line=$'\\n'\"GPU ${gpu%%=*}: [^\"$'\\n'\"]*\"\n  [[ $table =~ ${line}\"UUID: ${gpu#*=}\" ]] || refuse \"GPU ${gpu%%=*} of $this_node should be ${gpu#*=}, and nvidia-smi -L shows another or none: mend the topology, or put the GPU back\"\ndone\n";
},"8":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "((${#command[@]} > "
    + ((stack1 = lookupProperty(helpers,"int").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"wrapWords"),{"name":"int","hash":{},"data":data,"loc":{"start":{"line":85,"column":19},"end":{"line":85,"column":36}}})) != null ? stack1 : "")
    + ")) || refuse 'there is no command: the plan has none, so give it after --'\n";
},"9":function(container,depth0,helpers,partials,data) {
    return "problem=$(\"$BASH\" -pnc \"$setup\" launch.setup 2>&1) || refuse \"bash cannot read the lines of launch.setup: mend them, and compile again\"$'\\n'\"$problem\"\n";
},"10":function(container,depth0,helpers,partials,data) {
    return "type -P -- \"${command[0]}\" >/dev/null || grep -q '^export PATH=' \"$here/env/rank-${ranks[0]}.env\" || refuse \"'${command[0]}' is not a command on this host: check PATH ($PATH)\"\n";
},"11":function(container,depth0,helpers,partials,data) {
    return "\"$BASH\" -c \"$setup_shell\" launch.setup \"$setup\" ";
},"12":function(container,depth0,helpers,partials,data) {
    return " RANKPLAN_MASTER_ADDR=$address";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "#!/bin/bash -p\n# "
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(lookupProperty(depth0,"plan"),"name"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":2,"column":2},"end":{"line":2,"column":20}}})) != null ? stack1 : "")
    + ": starts this host's ranks ("
    + ((stack1 = lookupProperty(helpers,"comment").call(alias1,lookupProperty(depth0,"size"),{"name":"comment","hash":{},"data":data,"loc":{"start":{"line":2,"column":48},"end":{"line":2,"column":64}}})) != null ? stack1 : "")
    + "). Made by rankplan from plan.json: change the topology, compile again.\n# Usage: launch.sh [--node NAME] [--port N] [--dry-run] [--help] [-- WORDS for the command]; logs: runs/$RANKPLAN_RUN_ID here\n# Status: of the first rank that fails (128 + its signal), 78: refused, 129, 130, 131, 143: ended by HUP, INT, QUIT, TERM.\n# The other ranks get that signal (TERM after a failure), and KILL after the grace period or at a second INT.\n# `rankplan run` does more: all hosts, restarts, CPUs and memory near the GPU, an audit, and no process is lost.\n# shellcheck disable=SC1090,SC2015,SC2016,SC2064 # nothing between && and || fails; quotes as they are meant\ncase ${BASH_VERSION-}:${BASH_SOURCE-} in 4.[4-9]*:?* | [5-9].*:?* | [1-9][0-9].*:?*) ;; *) echo 'launch.sh: needs bash 4.4, and its own file' >&2 && exit 78 ;; esac\n[[ ${RANKPLAN_SHELL-} == \"$$\" || $- == *p* && ${SHELLOPTS@a} != *x* ]] || # else with functions, aliases and options of the caller\n  { RANKPLAN_SHELL=$$ POSIXLY_CORRECT=${POSIXLY_CORRECT-rankplan} && \\export RANKPLAN_SHELL && \\exec \"$BASH\" -p \"${BASH_SOURCE[0]}\" \"$@\"; }\nset +aefuCT +m +o posix && unset -v RANKPLAN_SHELL RANKPLAN_HIDDEN FUNCNEST TMOUT BASH_COMPAT && trap '' PIPE && trap 'exit 130' INT && trap : USR1 USR2 # until there are ranks\nmapfile -d '' -t caller <\"/proc/$$/environ\" # before names below hide some of it\nhere=${BASH_SOURCE[0]} node='' dry_run='' workdir='' this_node='' stopping='' deadline='' all_started='' status=0 pause=1001 ranks=() pids=() ended=() early=()\n[[ $here == /* && ! -L $here ]] || here=$(readlink -f -- \"$here\")\nexec {terminal}>&2 {quiet}<> <(:) # to read, up to a time, from where nothing comes is to sleep without a process\nnap() { if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] > 501)); then read -rt \".${pause#1}\" <&\"$quiet\"; else sleep .1 & wait $!; fi; ((pause += pause < 1020)); } # bash 5.1's read may not end after a trap\nsay() { printf 'launch.sh: %s\\n' \"$*\" >&\"$terminal\"; } && refuse() { say \"$*\"; exit 78; }\n\ncommand=("
    + ((stack1 = lookupProperty(helpers,"words").call(alias1,lookupProperty(depth0,"command"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":19,"column":9},"end":{"line":19,"column":26}}})) != null ? stack1 : "")
    + ")\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"workdir"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":20,"column":0},"end":{"line":22,"column":7}}})) != null ? stack1 : "")
    + "plan="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"planDigest"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":23,"column":5},"end":{"line":23,"column":22}}})) != null ? stack1 : "")
    + " master="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(lookupProperty(lookupProperty(depth0,"plan"),"master"),"node"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":23,"column":30},"end":{"line":23,"column":53}}})) != null ? stack1 : "")
    + " address="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"masterAddress"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":23,"column":62},"end":{"line":23,"column":82}}})) != null ? stack1 : "")
    + " port="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"masterPort"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":23,"column":88},"end":{"line":23,"column":105}}})) != null ? stack1 : "")
    + " grace="
    + ((stack1 = lookupProperty(helpers,"int").call(alias1,lookupProperty(lookupProperty(lookupProperty(depth0,"plan"),"launch"),"graceSeconds"),{"name":"int","hash":{},"data":data,"loc":{"start":{"line":23,"column":112},"end":{"line":23,"column":144}}})) != null ? stack1 : "")
    + "\nplaces=( # node, its address, its ranks; index=uuid of planned GPUs\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"places"),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":25,"column":0},"end":{"line":27,"column":9}}})) != null ? stack1 : "")
    + ")\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"setup"),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":29,"column":0},"end":{"line":35,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"slurmOnly"),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":36,"column":0},"end":{"line":38,"column":7}}})) != null ? stack1 : "")
    + "\n{ while (($# > 0)); do # to its end all is read before it runs: the file may be compiled again meanwhile\n  case $1 in\n    --node | --port) [[ -n ${2-} ]] && printf -v \"${1#--}\" %s \"$2\" && shift || refuse \"$1 needs a value: see --help\" ;;\n    --dry-run) dry_run=yes ;;\n    --help) sed -n '2,6s/^# //p' \"${BASH_SOURCE[0]}\" || exit 78; exit ;;\n    --) command+=(\"${@:2}\") && break ;;\n    *) refuse \"unexpected argument '$1': see --help; words for the ranks' command follow --\" ;;\n  esac && shift\ndone\n# Which node this is, and its ranks. `hostname` knows the host's domain and addresses: it is called where they matter.\nread -r host </proc/sys/kernel/hostname && here=${here%/*} names=\" $host ${host%%.*} localhost 127.0.0.1 ::1 \"\nis_here() { [[ $names == *\" $1 \"* || $names == *\" $2 \"* ]]; }\nfor place in \"${places[@]}\"; do\n  read -r name at list "
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"uuids"),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.program(5, data, 0),"data":data,"loc":{"start":{"line":53,"column":23},"end":{"line":53,"column":57}}})) != null ? stack1 : "")
    + " <<<\"$place\"\n  [[ -n $node || $names == *$'\\n'* ]] || is_here \"$name\" \"$at\" || names+=$({ hostname -f; hostname -I; } 2>/dev/null | tr '\\n' ' ')$'\\n'\n  if [[ -n $node ]]; then [[ $node == \"$name\" ]]; else is_here \"$name\" \"$at\"; fi || continue\n  [[ -z $this_node ]] || refuse \"this host is several nodes of the plan: choose with --node one of ${places[*]%% *}\"\n  this_node=$name"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"uuids"),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":57,"column":17},"end":{"line":57,"column":49}}})) != null ? stack1 : "")
    + "\n  for list in ${list//,/ }; do for ((rank = ${list%-*}; rank <= ${list#*-}; rank++)); do ranks+=(\"$rank\"); done; done\ndone\n[[ -n $this_node ]] || refuse \"${node:-this host, $host,} is not in the plan: choose with --node one of ${places[*]%% *}\"\n# plan.json and the env files are as rankplan listed them when it compiled this.\nhash setsid sha256sum mkdir sed sleep 2>/dev/null || refuse \"setsid, sha256sum, mkdir, sed or sleep is not on PATH ($PATH)\"\ndeclare -A listed=() && while IFS=' \":' read -r _ file _ _ _ sum _; do [[ -z $sum ]] || listed[$file]=$sum; done 2>/dev/null <\"$here/.rankplan.json\"\n[[ ${listed[plan.json]-} == \"$plan\" ]] || refuse \"$here/.rankplan.json is missing, or not of this plan ($plan): copy the whole directory, or compile again\"\nsums=\"$plan  plan.json\" && for rank in \"${ranks[@]}\"; do sums+=$'\\n'\"${listed[env/rank-$rank.env]:-$plan}  env/rank-$rank.env\"; done\nwrong=$(cd -- \"$here\" && sha256sum -c --quiet <<<\"$sums\" 2>/dev/null) ||\n  refuse \"$here/${wrong%%:*} is missing, edited, or of another compile: copy the whole directory, or compile again\"\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"uuids"),{"name":"if","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":68,"column":0},"end":{"line":75,"column":7}}})) != null ? stack1 : "")
    + "# The port, the master's address, the directory and the command.\nis_taken() { printf -v hex %04X \"$1\" && [[ -n $(ss -Hltn \"sport = :$1\" || grep -hs \":$hex [0-9A-F:]* 0A \" /proc/net/tcp /proc/net/tcp6) ]]; } 2>/dev/null\n[[ $port != auto || ${#places[@]} == 1 ]] || refuse \"the plan has ${#places[@]} nodes and leaves the port open: give each the same --port\"\ngiven=$port && [[ $port != auto ]] || while port=$((20000 + RANDOM % 10000)) && is_taken \"$port\"; do :; done\n[[ $port =~ ^[0-9]{1,5}$ ]] && ((port = 10#$port, port > 0 && port < 65536)) || refuse \"--port '$port' is not a port: give a number from 1 to 65535\"\n[[ $given == auto || $this_node != \"$master\" ]] || ! is_taken \"$port\" || refuse \"port $port is taken on this host, rank 0's: stop that program or choose another --port\"\n[[ $address == *:* || $address =~ ^([0-9.]+|localhost)$ ]] || ! hash getent 2>/dev/null || getent ahosts \"$address\" >/dev/null || refuse \"the master address '$address' does not resolve on this host: mend it, or the name service\"\nCDPATH='' cd -- \"${workdir:-.}\" 2>/dev/null || refuse \"the working directory '$workdir' cannot be entered: make it, or change launch.workdir\"\n"
    + ((stack1 = lookupProperty(helpers,"unless").call(alias1,lookupProperty(depth0,"hasCommand"),{"name":"unless","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":84,"column":0},"end":{"line":86,"column":11}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"setup"),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.program(10, data, 0),"data":data,"loc":{"start":{"line":87,"column":0},"end":{"line":91,"column":7}}})) != null ? stack1 : "")
    + "printf -v words ' %q' \"${command[@]}\" && [[ -z $dry_run ]] || { for rank in \"${ranks[@]}\"; do echo \"rank $rank ($this_node):$words\" || exit 78; done; exit; }\nprintf -v run '%(%Y%m%d-%H%M%S)T-%s-%s' -1 \"${host%%.*}\" $$ # whose folder has the logs\nrun=$here/runs/${RANKPLAN_RUN_ID:-$run}\n[[ ${run##\"$here\"/runs/} =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || refuse \"RANKPLAN_RUN_ID '$RANKPLAN_RUN_ID' is not a name of letters, digits, ._-\"\nmkdir -p -- \"$run\" 2>/dev/null || refuse \"$run cannot be made: is the directory writable, and the disk not full?\"\n{ set -C && : >\"$run/rank-${ranks[0]}.out\" && set +C; } 2>/dev/null || refuse \"$run has a run already, or no room: choose another RANKPLAN_RUN_ID\"\n# A rank is a session of its own. From `set` on all is in its parameters, which no name of the caller or of an env file changes.\nfor entry in \"${caller[@]}\"; do\n  [[ $entry == POSIXLY_CORRECT=rankplan || ! $entry =~ ^([a-z][a-z_]*|FUNCNEST|TMOUT|BASH_COMPAT|POSIXLY_CORRECT)= ]] || RANKPLAN_HIDDEN+=(\"$entry\") # by a name of this page\ndone\nbecome_rank() { # rank\n  trap - INT QUIT PIPE && exec {quiet}<&- {terminal}>&- # bash has its children ignore these signals\n  set -- \"$here/env/rank-$1.env\" \"$port\" \"$run/rank-$1.error.json\" \"${BASH_CMDS[setsid]}\" -- "
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"setup"),{"name":"if","hash":{},"fn":container.program(11, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":104,"column":93},"end":{"line":104,"column":161}}})) != null ? stack1 : "")
    + "\"${command[@]}\"\n  export RANKPLAN_PLAN=$plan RANKPLAN_RUN_DIR=$run MASTER_PORT=$port"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"byJob"),{"name":"if","hash":{},"fn":container.program(12, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":105,"column":68},"end":{"line":105,"column":118}}})) != null ? stack1 : "")
    + "\n  unset -v command pids ranks ended places caller listed early # what is an array, bash does not export\n  [[ -z ${RANKPLAN_HIDDEN-} ]] || { unset -v \"${RANKPLAN_HIDDEN[@]%%=*}\" && export \"${RANKPLAN_HIDDEN[@]}\"; }\n  . \"$1\"; export MASTER_PORT=$2 TORCHELASTIC_ERROR_FILE=$3 && exec \"${@:4}\"\n}\nsignal_ranks() { for pid in \"${pids[@]}\"; do kill -s \"$1\" -- \"-$pid\" || kill -s \"$1\" \"$pid\"; done; }\nstop() { # signal, status\n  [[ -n $all_started ]] || disown -a # where no process can be started, bash would wait for those that are\n  [[ $1$stopping == INTINT ]] && deadline=$((SECONDS - 1)) || deadline=${deadline:-$((SECONDS + grace))}\n  stopping=$1 status=$((status != 0 ? status : $2)) && signal_ranks \"$1\"\n}\nfor entry in HUP:129 INT:130 QUIT:131 TERM:143; do trap \"stop ${entry/:/ }\" \"${entry%:*}\"; done\ntrap 'early+=(USR1)' USR1 && trap 'early+=(USR2)' USR2 && trap 'signal_ranks STOP; kill -s STOP $$; signal_ranks CONT' TSTP\ntrap 'disown -a; signal_ranks KILL; ((status == 0)) || exit \"$status\"; refuse \"no more processes can be started here: see ulimit -u\"' EXIT\n[[ ! -t $terminal ]] || say \"${#ranks[@]} ranks; logs: $run\"\nfor rank in \"${ranks[@]}\"; do\n  [[ -z $stopping ]] || break\n  become_rank \"$rank\" >|\"$run/rank-$rank.out\" 2>|\"$run/rank-$rank.err\" </dev/null & pids[rank]=$!\ndone\nall_started=yes && trap 'signal_ranks USR1' USR1 && trap 'signal_ranks USR2' USR2\nfor entry in \"${early[@]}\" $stopping; do signal_ranks \"$entry\"; done # what came before all were known\nwhile ((${#pids[@]} > 0)); do\n  for rank in \"${!pids[@]}\"; do\n    if [[ -z ${ended[rank]-} ]] && ! kill -0 \"${pids[rank]}\"; then\n      until wait \"${pids[rank]}\"; code=$? && wait \"${pids[rank]}\"; (($? == code)); do :; done # a signal may cut one short\n      ended[rank]=yes\n      if ((code != 0)) && [[ -z $stopping ]]; then\n        stop TERM \"$code\"\n        ((code < 129 || code > 159)) || code+=\" (as from SIG$(kill -l \"$code\"))\"\n        say \"rank $rank ($this_node) failed with status $code; its log: $run/rank-$rank.err\"\n        tail -c 4096 -- \"$run/rank-$rank.err\" | tail -n 5 | sed 's/[[:cntrl:]]/?/g; s/^/  /' >&\"$terminal\"\n      fi\n    fi\n    [[ -z ${ended[rank]-} ]] || kill -0 -- \"-${pids[rank]}\" || unset \"pids[rank]\"\n  done\n  [[ $stopping == TERM || ${#ended[@]} -lt ${#ranks[@]} ]] || stop TERM 0 # what ranks left in their process groups\n  [[ -z $stopping ]] || ((SECONDS <= deadline)) || { signal_ranks KILL; ((SECONDS <= deadline + 5)) || { say \"left after KILL: process groups ${pids[*]}\" && break; }; }\n  ((${#pids[@]} == 0)) || nap\ndone 2>/dev/null # bash's own words on ranks that a signal ended\ntrap - EXIT && exit \"$status\"; }\n";
},"useData":true},
  'slurm/job.sbatch': {"0":function(container,depth0,helpers,partials,data) {
    return ", a torchrun on each";
},"1":function(container,depth0,helpers,partials,data) {
    return "words to append to the plan's command";
},"2":function(container,depth0,helpers,partials,data) {
    return "the command of the ranks";
},"3":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"directive").call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"directive","hash":{},"data":data,"loc":{"start":{"line":9,"column":0},"end":{"line":9,"column":18}}})) != null ? stack1 : "")
    + "\n";
},"4":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"unless").call(alias1,lookupProperty(data,"first"),{"name":"unless","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":12,"column":0},"end":{"line":14,"column":11}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"directives"),{"name":"each","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":15,"column":0},"end":{"line":17,"column":9}}})) != null ? stack1 : "");
},"5":function(container,depth0,helpers,partials,data) {
    return "#SBATCH hetjob\n";
},"6":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"settings"),{"name":"each","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":39,"column":0},"end":{"line":39,"column":81}}})) != null ? stack1 : "")
    + "\n";
},"7":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"key"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":39,"column":18},"end":{"line":39,"column":30}}})) != null ? stack1 : "")
    + "="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"value"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":39,"column":31},"end":{"line":39,"column":43}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"unless").call(alias1,lookupProperty(data,"last"),{"name":"unless","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":39,"column":43},"end":{"line":39,"column":72}}})) != null ? stack1 : "");
},"8":function(container,depth0,helpers,partials,data) {
    return " ";
},"9":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "health_check=("
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"healthCheck"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":42,"column":14},"end":{"line":42,"column":35}}})) != null ? stack1 : "")
    + ")\n";
},"10":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "mounts=("
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"mounts"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":45,"column":8},"end":{"line":45,"column":24}}})) != null ? stack1 : "")
    + ")\n";
},"11":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\ncomponent "
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"planned"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":49,"column":10},"end":{"line":49,"column":24}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"request"),{"name":"if","hash":{},"fn":container.program(12, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":49,"column":24},"end":{"line":49,"column":64}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"columns").call(alias1,lookupProperty(depth0,"places"),{"name":"columns","hash":{},"data":data,"loc":{"start":{"line":50,"column":0},"end":{"line":50,"column":18}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"uuids"),{"name":"each","hash":{},"fn":container.program(13, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":51,"column":0},"end":{"line":53,"column":9}}})) != null ? stack1 : "");
},"12":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return " "
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"request"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":49,"column":40},"end":{"line":49,"column":57}}})) != null ? stack1 : "");
},"13":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "uuids "
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"words","hash":{},"data":data,"loc":{"start":{"line":52,"column":6},"end":{"line":52,"column":20}}})) != null ? stack1 : "")
    + "\n";
},"14":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\n# slurm.setup, before srun, as written in the topology\nIFS= read -rd '' setup <<'"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":58,"column":26},"end":{"line":58,"column":44}}})) != null ? stack1 : "")
    + "' || [[ -n $setup ]] || refuse 'slurm.setup cannot be read: is /tmp full?'\n"
    + ((stack1 = lookupProperty(helpers,"script").call(alias1,lookupProperty(depth0,"jobSetup"),{"name":"script","hash":{},"data":data,"loc":{"start":{"line":59,"column":0},"end":{"line":59,"column":19}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":60,"column":0},"end":{"line":60,"column":18}}})) != null ? stack1 : "")
    + "\n";
},"15":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\n# launch.setup, in "
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"torchrun"),{"name":"if","hash":{},"fn":container.program(16, data, 0),"inverse":container.program(17, data, 0),"data":data,"loc":{"start":{"line":64,"column":19},"end":{"line":64,"column":97}}})) != null ? stack1 : "")
    + ", as written in the topology\nIFS= read -rd '' rank_setup <<'"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":65,"column":31},"end":{"line":65,"column":49}}})) != null ? stack1 : "")
    + "' || [[ -n $rank_setup ]] || refuse 'launch.setup cannot be read: is /tmp full?'\n"
    + ((stack1 = lookupProperty(helpers,"script").call(alias1,lookupProperty(depth0,"rankSetup"),{"name":"script","hash":{},"data":data,"loc":{"start":{"line":66,"column":0},"end":{"line":66,"column":20}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":67,"column":0},"end":{"line":67,"column":18}}})) != null ? stack1 : "")
    + "\n";
},"16":function(container,depth0,helpers,partials,data) {
    return "the shell before each torchrun";
},"17":function(container,depth0,helpers,partials,data) {
    return "each rank's shell";
},"18":function(container,depth0,helpers,partials,data) {
    return "check_command \"$@\"\n";
},"19":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return " \\\n  --container-image="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"image"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":76,"column":20},"end":{"line":76,"column":32}}})) != null ? stack1 : "")
    + " --container-mounts=\"$mount_list\" --container-workdir=\"${container_dir:-$PWD}\" \\\n  --container-env=\"$kept_variables\""
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"keptVariables"),{"name":"if","hash":{},"fn":container.program(20, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":77,"column":35},"end":{"line":77,"column":84}}})) != null ? stack1 : "");
},"20":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ","
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"keptVariables"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":77,"column":57},"end":{"line":77,"column":77}}})) != null ? stack1 : "");
},"21":function(container,depth0,helpers,partials,data) {
    return "node";
},"22":function(container,depth0,helpers,partials,data) {
    return "rank";
},"23":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return " "
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"wrap"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":78,"column":79},"end":{"line":78,"column":93}}})) != null ? stack1 : "");
},"24":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return " "
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"command"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":78,"column":116},"end":{"line":78,"column":133}}})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "#!/bin/bash -p\n# "
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(lookupProperty(depth0,"plan"),"name"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":2,"column":2},"end":{"line":2,"column":20}}})) != null ? stack1 : "")
    + ": "
    + ((stack1 = lookupProperty(helpers,"comment").call(alias1,lookupProperty(depth0,"size"),{"name":"comment","hash":{},"data":data,"loc":{"start":{"line":2,"column":22},"end":{"line":2,"column":38}}})) != null ? stack1 : "")
    + ", under Slurm"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"torchrun"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":51},"end":{"line":2,"column":94}}})) != null ? stack1 : "")
    + ".\n# Usage: sbatch "
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":3,"column":16},"end":{"line":3,"column":31}}})) != null ? stack1 : "")
    + " [ARGS...]   or, inside a fitting allocation, "
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":3,"column":77},"end":{"line":3,"column":92}}})) != null ? stack1 : "")
    + " [ARGS...]\n#   ARGS...  "
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"command"),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.program(2, data, 0),"data":data,"loc":{"start":{"line":4,"column":13},"end":{"line":4,"column":104}}})) != null ? stack1 : "")
    + "\n# Logs: runs/<job id>/rank-N.out and .err in this directory, which all nodes must see.\n# Status: that of the first rank that failed (128 + its signal); 78: refused, the nodes or GPUs are not those of the plan.\n# Made by rankplan from plan.json: change the topology and compile again.\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"directives"),{"name":"each","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":0},"end":{"line":10,"column":9}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"components"),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":11,"column":0},"end":{"line":18,"column":9}}})) != null ? stack1 : "")
    + "\ncase $- in *p*) ;; *) exec /bin/bash -p -- \"$0\" \"$@\" ;; esac # what the caller exported as functions is for the ranks\n# Slurm runs a copy of this script. Its folder is RANKPLAN_DIR, else that of the job's Command, words behind it or not.\nis_at() { here=$1 && { [[ ! -L $1 ]] || here=$(readlink -f -- \"$1\"); } && here=${here%/*} && [[ -e $here/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"library"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":22,"column":105},"end":{"line":22,"column":121}}})) != null ? stack1 : "")
    + " ]]; }\npath=$0; [[ $0 != */slurm_script ]] || path=$(scontrol show job \"${SLURM_JOB_ID-}\" 2>/dev/null | sed -n '/^ *Command=/{s///p;q}')\n[[ -z ${RANKPLAN_DIR-} ]] || path=$RANKPLAN_DIR/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":24,"column":48},"end":{"line":24,"column":63}}})) != null ? stack1 : "")
    + "\nlost=${path%%/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":25,"column":14},"end":{"line":25,"column":29}}})) != null ? stack1 : "")
    + "*}\nuntil is_at \"$path\" || is_at \"${SLURM_SUBMIT_DIR:-.}/${path#\"$PWD\"/}\" || [[ $path != *' '* ]]; do path=${path% *}; done\n[[ -e $here/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"library"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":27,"column":12},"end":{"line":27,"column":28}}})) != null ? stack1 : "")
    + " ]] || is_at \"${SLURM_SUBMIT_DIR:-.}/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":27,"column":65},"end":{"line":27,"column":80}}})) != null ? stack1 : "")
    + "\" || {\n  echo \""
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":28,"column":8},"end":{"line":28,"column":23}}})) != null ? stack1 : "")
    + ": $lost/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"library"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":28,"column":31},"end":{"line":28,"column":47}}})) != null ? stack1 : "")
    + " is not on ${SLURMD_NODENAME:-$HOSTNAME} as it was submitted: it was moved, left out of\" \\\n    'a copy, or is not on a file system that all nodes share; submit again, or name its directory with RANKPLAN_DIR' >&2\n  exit 78\n}\nif ! . \"$here/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"library"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":32,"column":14},"end":{"line":32,"column":30}}})) != null ? stack1 : "")
    + "\" job || ! declare -F finish >/dev/null; then\n  echo \""
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":33,"column":8},"end":{"line":33,"column":23}}})) != null ? stack1 : "")
    + ": $here/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"library"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":33,"column":31},"end":{"line":33,"column":47}}})) != null ? stack1 : "")
    + " is not whole, or may not be read: copy the whole directory (cp -a), or compile again\" >&2\n  exit 78\nfi\n\nplan="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"planDigest"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":37,"column":5},"end":{"line":37,"column":22}}})) != null ? stack1 : "")
    + " # sha256 of plan.json\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"settings"),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":38,"column":0},"end":{"line":40,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"healthCheck"),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":41,"column":0},"end":{"line":43,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"mounts"),{"name":"if","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":44,"column":0},"end":{"line":46,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"components"),{"name":"each","hash":{},"fn":container.program(11, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":47,"column":0},"end":{"line":54,"column":9}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"jobSetup"),{"name":"if","hash":{},"fn":container.program(14, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":55,"column":0},"end":{"line":61,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"rankSetup"),{"name":"if","hash":{},"fn":container.program(15, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":62,"column":0},"end":{"line":68,"column":7}}})) != null ? stack1 : "")
    + "\n[[ ${1-} != -- ]] || shift\n"
    + ((stack1 = lookupProperty(helpers,"unless").call(alias1,lookupProperty(depth0,"command"),{"name":"unless","hash":{},"fn":container.program(18, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":71,"column":0},"end":{"line":73,"column":11}}})) != null ? stack1 : "")
    + "prepare # checks what Slurm gave, and makes runs/<job id>\nsrun "
    + ((stack1 = lookupProperty(helpers,"words").call(alias1,lookupProperty(depth0,"step"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":75,"column":5},"end":{"line":75,"column":19}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"pyxis"),{"name":"if","hash":{},"fn":container.program(19, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":75,"column":19},"end":{"line":77,"column":91}}})) != null ? stack1 : "")
    + " \\\n  \"$here/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"library"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":78,"column":9},"end":{"line":78,"column":25}}})) != null ? stack1 : "")
    + "\" "
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"torchrun"),{"name":"if","hash":{},"fn":container.program(21, data, 0),"inverse":container.program(22, data, 0),"data":data,"loc":{"start":{"line":78,"column":27},"end":{"line":78,"column":66}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"wrap"),{"name":"if","hash":{},"fn":container.program(23, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":78,"column":66},"end":{"line":78,"column":100}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"command"),{"name":"if","hash":{},"fn":container.program(24, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":78,"column":100},"end":{"line":78,"column":140}}})) != null ? stack1 : "")
    + " \"$@\"\nfinish # which rank failed first, and its status\n";
},"useData":true},
};
