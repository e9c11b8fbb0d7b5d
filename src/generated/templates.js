// Generated from src/emitters/**/*.hbs by `npm run generate`. Do not edit.
export const templates = {
  'shell/launch.sh': {"0":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "wrap=("
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"wrap"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":22,"column":6},"end":{"line":22,"column":20}}})) != null ? stack1 : "")
    + ")\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "workdir="
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"workdir"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":25,"column":8},"end":{"line":25,"column":22}}})) != null ? stack1 : "")
    + "\n";
},"2":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "remote=("
    + ((stack1 = lookupProperty(helpers,"words").call(alias1,lookupProperty(depth0,"remote"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":28,"column":8},"end":{"line":28,"column":24}}})) != null ? stack1 : "")
    + ")"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"remoteUser"),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":28,"column":25},"end":{"line":28,"column":80}}})) != null ? stack1 : "")
    + "\n";
},"3":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return " remote_user="
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"remoteUser"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":28,"column":56},"end":{"line":28,"column":73}}})) != null ? stack1 : "");
},"4":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "remote_dir="
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"remoteDir"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":31,"column":11},"end":{"line":31,"column":27}}})) != null ? stack1 : "")
    + "\n";
},"5":function(container,depth0,helpers,partials,data) {
    return " bind=job";
},"6":function(container,depth0,helpers,partials,data) {
    return " memory=any";
},"7":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "slurm_only="
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"slurmOnly"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":35,"column":11},"end":{"line":35,"column":27}}})) != null ? stack1 : "")
    + "\n";
},"8":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "place "
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"words","hash":{},"data":data,"loc":{"start":{"line":40,"column":6},"end":{"line":40,"column":20}}})) != null ? stack1 : "")
    + "\n";
},"9":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "#     for --all: spare, its address, the places above that it can take, from 0, its GPUs; whether CPUs are the same\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"spares"),{"name":"each","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":44,"column":0},"end":{"line":46,"column":9}}})) != null ? stack1 : "");
},"10":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "spare "
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"words","hash":{},"data":data,"loc":{"start":{"line":45,"column":6},"end":{"line":45,"column":20}}})) != null ? stack1 : "")
    + "\n";
},"11":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "# launch.setup, as written in the topology\nIFS= read -rd '' setup <<'"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":51,"column":26},"end":{"line":51,"column":44}}})) != null ? stack1 : "")
    + "' || [[ -n $setup ]] || refuse 'launch.setup cannot be read: is /tmp full?'\n"
    + ((stack1 = lookupProperty(helpers,"script").call(alias1,lookupProperty(depth0,"setup"),{"name":"script","hash":{},"data":data,"loc":{"start":{"line":52,"column":0},"end":{"line":52,"column":16}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":53,"column":0},"end":{"line":53,"column":18}}})) != null ? stack1 : "")
    + "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "#!/bin/bash -p\n# "
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(lookupProperty(depth0,"plan"),"name"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":2,"column":2},"end":{"line":2,"column":20}}})) != null ? stack1 : "")
    + ": starts this host's ranks of the plan ("
    + ((stack1 = lookupProperty(helpers,"comment").call(alias1,lookupProperty(depth0,"size"),{"name":"comment","hash":{},"data":data,"loc":{"start":{"line":2,"column":60},"end":{"line":2,"column":76}}})) != null ? stack1 : "")
    + ").\n# Its options, logs and statuses: launch.sh --help. Made by rankplan from plan.json: change the topology and compile again.\n\n# Bash 4.4 or newer, without functions and options that the caller exported: they are for the ranks.\ncase ${BASH_VERSION-}:${BASH_SOURCE-} in\n  4.[4-9]*:?* | [5-9].*:?* | [1-9][0-9].*:?*) ;;\n  *) echo 'launch.sh: this is not bash 4.4 or newer, or not the file: call launch.sh itself, or bash launch.sh' >&2 && exit 78 ;;\nesac\n[[ ${RANKPLAN_SHELL-} == \"$$\" || $- == *p* && ${SHELLOPTS@a} != *x* ]] ||\n  { RANKPLAN_SHELL=$$ POSIXLY_CORRECT=${POSIXLY_CORRECT-rankplan} && \\export RANKPLAN_SHELL && \\exec \"$BASH\" -p \"${BASH_SOURCE[0]}\" \"$@\"; }\nhere=${BASH_SOURCE[0]}\n[[ ! -L $here ]] || here=$(readlink -f -- \"$here\")\n[[ $here == */* ]] && here=${here%/*} || here=.\n[[ -r $here/lib/launch.bash ]] || { echo \"launch.sh: $here/lib is missing: copy the whole directory, or compile again\" >&2 && exit 78; }\n. \"$here/lib/launch.bash\"\n\nplan="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"planDigest"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":18,"column":5},"end":{"line":18,"column":22}}})) != null ? stack1 : "")
    + " lib="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"lib"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":18,"column":27},"end":{"line":18,"column":37}}})) != null ? stack1 : "")
    + " # sha256 of plan.json, and of what is used of lib/\n\ncommand=("
    + ((stack1 = lookupProperty(helpers,"words").call(alias1,lookupProperty(depth0,"command"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":20,"column":9},"end":{"line":20,"column":26}}})) != null ? stack1 : "")
    + ")\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"wrap"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":21,"column":0},"end":{"line":23,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"workdir"),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":24,"column":0},"end":{"line":26,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"remote"),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":27,"column":0},"end":{"line":29,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"remoteDir"),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":30,"column":0},"end":{"line":32,"column":7}}})) != null ? stack1 : "")
    + "master="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(lookupProperty(lookupProperty(depth0,"plan"),"master"),"node"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":33,"column":7},"end":{"line":33,"column":30}}})) != null ? stack1 : "")
    + " address="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"masterAddress"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":33,"column":39},"end":{"line":33,"column":59}}})) != null ? stack1 : "")
    + " port="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"masterPort"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":33,"column":65},"end":{"line":33,"column":82}}})) != null ? stack1 : "")
    + " grace="
    + ((stack1 = lookupProperty(helpers,"int").call(alias1,lookupProperty(lookupProperty(lookupProperty(depth0,"plan"),"launch"),"graceSeconds"),{"name":"int","hash":{},"data":data,"loc":{"start":{"line":33,"column":89},"end":{"line":33,"column":121}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"byJob"),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":33,"column":121},"end":{"line":33,"column":150}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"anyMemory"),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":33,"column":150},"end":{"line":33,"column":185}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"slurmOnly"),{"name":"if","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":34,"column":0},"end":{"line":36,"column":7}}})) != null ? stack1 : "")
    + "\n#     node, its address, its ranks; index=uuid of their GPUs, ranks:CPUs of their GPUs\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"nodes"),{"name":"each","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":39,"column":0},"end":{"line":41,"column":9}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"spares"),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":42,"column":0},"end":{"line":47,"column":7}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"setup"),{"name":"if","hash":{},"fn":container.program(11, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":49,"column":0},"end":{"line":55,"column":7}}})) != null ? stack1 : "")
    + "launch \"$@\"\n";
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

  return "wrap=("
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"wrap"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":50,"column":6},"end":{"line":50,"column":20}}})) != null ? stack1 : "")
    + ")\n";
},"7":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "health_check=("
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"healthCheck"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":53,"column":14},"end":{"line":53,"column":35}}})) != null ? stack1 : "")
    + ")\n";
},"8":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "mounts=("
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"mounts"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":56,"column":8},"end":{"line":56,"column":24}}})) != null ? stack1 : "")
    + ")\n";
},"9":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"key"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":58,"column":18},"end":{"line":58,"column":30}}})) != null ? stack1 : "")
    + "="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"value"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":58,"column":31},"end":{"line":58,"column":43}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"unless").call(alias1,lookupProperty(data,"last"),{"name":"unless","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":58,"column":43},"end":{"line":58,"column":72}}})) != null ? stack1 : "");
},"10":function(container,depth0,helpers,partials,data) {
    return " ";
},"11":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "component "
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"planned"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":62,"column":10},"end":{"line":62,"column":24}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"places"),{"name":"each","hash":{},"fn":container.program(12, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":63,"column":0},"end":{"line":65,"column":9}}})) != null ? stack1 : "");
},"12":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "place "
    + ((stack1 = lookupProperty(helpers,"words").call(depth0 != null ? depth0 : (container.nullContext || {}),depth0,{"name":"words","hash":{},"data":data,"loc":{"start":{"line":64,"column":6},"end":{"line":64,"column":20}}})) != null ? stack1 : "")
    + "\n";
},"13":function(container,depth0,helpers,partials,data,blockParams,depths) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"unless").call(alias1,lookupProperty(data,"first"),{"name":"unless","hash":{},"fn":container.program(14, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":70,"column":21},"end":{"line":70,"column":52}}})) != null ? stack1 : "")
    + " --nodelist=\"$run/hosts-"
    + ((stack1 = lookupProperty(helpers,"int").call(alias1,lookupProperty(depth0,"number"),{"name":"int","hash":{},"data":data,"loc":{"start":{"line":70,"column":76},"end":{"line":70,"column":90}}})) != null ? stack1 : "")
    + "\" "
    + ((stack1 = lookupProperty(helpers,"words").call(alias1,lookupProperty(depth0,"options"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":70,"column":92},"end":{"line":70,"column":109}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depths[1],"pyxis"),{"name":"if","hash":{},"fn":container.program(15, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":70,"column":109},"end":{"line":72,"column":99}}})) != null ? stack1 : "")
    + " \"$@\"";
},"14":function(container,depth0,helpers,partials,data) {
    return " :";
},"15":function(container,depth0,helpers,partials,data,blockParams,depths) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return " \\\n    --container-image="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depths[1],"image"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":71,"column":22},"end":{"line":71,"column":37}}})) != null ? stack1 : "")
    + " --container-mounts=\"$mount_list\" --container-workdir=\"${container_dir:-$PWD}\" \\\n    --container-env=\"$kept_variables\""
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depths[1],"keptVariables"),{"name":"if","hash":{},"fn":container.program(16, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":72,"column":37},"end":{"line":72,"column":92}}})) != null ? stack1 : "");
},"16":function(container,depth0,helpers,partials,data,blockParams,depths) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ","
    + ((stack1 = lookupProperty(helpers,"sh").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depths[1],"keptVariables"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":72,"column":62},"end":{"line":72,"column":85}}})) != null ? stack1 : "");
},"17":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\ncheck() { # on each node, before the ranks start\n  srun"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"checkSteps"),{"name":"each","hash":{},"fn":container.program(18, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":77,"column":6},"end":{"line":77,"column":89}}})) != null ? stack1 : "")
    + "\n}\n";
},"18":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"unless").call(alias1,lookupProperty(data,"first"),{"name":"unless","hash":{},"fn":container.program(14, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":77,"column":26},"end":{"line":77,"column":57}}})) != null ? stack1 : "")
    + " "
    + ((stack1 = lookupProperty(helpers,"words").call(alias1,lookupProperty(depth0,"options"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":77,"column":58},"end":{"line":77,"column":75}}})) != null ? stack1 : "")
    + " \"$@\"";
},"19":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\n# slurm.setup, before srun, as written in the topology\nIFS= read -rd '' setup <<'"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":83,"column":26},"end":{"line":83,"column":44}}})) != null ? stack1 : "")
    + "' || [[ -n $setup ]] || refuse 'slurm.setup cannot be read: is /tmp full?'\n"
    + ((stack1 = lookupProperty(helpers,"script").call(alias1,lookupProperty(depth0,"jobSetup"),{"name":"script","hash":{},"data":data,"loc":{"start":{"line":84,"column":0},"end":{"line":84,"column":19}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":85,"column":0},"end":{"line":85,"column":18}}})) != null ? stack1 : "")
    + "\n";
},"20":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\n# launch.setup, in "
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"torchrun"),{"name":"if","hash":{},"fn":container.program(21, data, 0),"inverse":container.program(22, data, 0),"data":data,"loc":{"start":{"line":89,"column":19},"end":{"line":89,"column":97}}})) != null ? stack1 : "")
    + ", as written in the topology\nIFS= read -rd '' rank_setup <<'"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":90,"column":31},"end":{"line":90,"column":49}}})) != null ? stack1 : "")
    + "' || [[ -n $rank_setup ]] || refuse 'launch.setup cannot be read: is /tmp full?'\n"
    + ((stack1 = lookupProperty(helpers,"script").call(alias1,lookupProperty(depth0,"rankSetup"),{"name":"script","hash":{},"data":data,"loc":{"start":{"line":91,"column":0},"end":{"line":91,"column":20}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"delimiter"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":92,"column":0},"end":{"line":92,"column":18}}})) != null ? stack1 : "")
    + "\n";
},"21":function(container,depth0,helpers,partials,data) {
    return "the shell before each torchrun";
},"22":function(container,depth0,helpers,partials,data) {
    return "each rank's shell";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data,blockParams,depths) {
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
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"torchrun"),{"name":"if","hash":{},"fn":container.program(0, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":51},"end":{"line":2,"column":94}}})) != null ? stack1 : "")
    + ".\n# Usage: sbatch "
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":3,"column":16},"end":{"line":3,"column":31}}})) != null ? stack1 : "")
    + " [ARGS...]   or, inside a fitting allocation, "
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":3,"column":77},"end":{"line":3,"column":92}}})) != null ? stack1 : "")
    + " [ARGS...]\n#   ARGS...  "
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"command"),{"name":"if","hash":{},"fn":container.program(1, data, 0, blockParams, depths),"inverse":container.program(2, data, 0, blockParams, depths),"data":data,"loc":{"start":{"line":4,"column":13},"end":{"line":4,"column":104}}})) != null ? stack1 : "")
    + "\n# Logs: runs/<job id>/rank-N.out and .err in this directory, which all nodes must see.\n# Status: that of the first rank that failed (128 + its signal); 78: refused, the nodes or GPUs are not those of the plan.\n# Made by rankplan from plan.json: change the topology and compile again.\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"directives"),{"name":"each","hash":{},"fn":container.program(3, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":0},"end":{"line":10,"column":9}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"components"),{"name":"each","hash":{},"fn":container.program(4, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":11,"column":0},"end":{"line":18,"column":9}}})) != null ? stack1 : "")
    + "\ncase $- in *p*) ;; *) exec /bin/bash -p -- \"$0\" \"$@\" ;; esac # what the caller exported as functions is for the ranks\n# Slurm runs a copy of this script: where it was is in RANKPLAN_DIR, or in what Slurm knows of the job, its words behind it.\nis_at() { here=${1%/*} && [[ ! -L $1 && -e $here/lib/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"entry"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":22,"column":53},"end":{"line":22,"column":67}}})) != null ? stack1 : "")
    + ".bash ]]; }\nis_in_job() {\n  path=$(scontrol show job \"${SLURM_JOB_ID-}\" 2>/dev/null | sed -n '/^ *Command=/{s///p;q}')\n  [[ $path != */"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":25,"column":16},"end":{"line":25,"column":31}}})) != null ? stack1 : "")
    + "* ]] || lost=${path%%/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":25,"column":53},"end":{"line":25,"column":68}}})) != null ? stack1 : "")
    + "*}\n  until is_at \"$path\" || is_at \"$(readlink -f -- \"$path\")\" || is_at \"${SLURM_SUBMIT_DIR-}/${path#\"$PWD\"/}\"; do\n    [[ $path == *' '* ]] || return 1\n    path=${path% *}\n  done\n}\nis_found() {\n  case ${RANKPLAN_DIR:+named}:$0 in\n    named:*) is_at \"$RANKPLAN_DIR/.\" ;;\n    *:*/slurm_script) is_in_job || is_at \"${SLURM_SUBMIT_DIR-}/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":34,"column":63},"end":{"line":34,"column":78}}})) != null ? stack1 : "")
    + "\" ;;\n    *) is_at \"$0\" || is_at \"$(readlink -f -- \"$0\")\" ;;\n  esac\n}\nlost=''; is_found || {\n  echo \""
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"script"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":39,"column":8},"end":{"line":39,"column":23}}})) != null ? stack1 : "")
    + ": ${lost:-$here}/lib is not on ${SLURMD_NODENAME:-$HOSTNAME} as it was submitted: it was moved, left out of\" \\\n    'a copy, or is not on a file system that all nodes share; submit again, or name its directory with RANKPLAN_DIR' >&2\n  exit 78\n}\n. \"$here/lib/"
    + ((stack1 = lookupProperty(helpers,"name").call(alias1,lookupProperty(depth0,"entry"),{"name":"name","hash":{},"data":data,"loc":{"start":{"line":43,"column":13},"end":{"line":43,"column":27}}})) != null ? stack1 : "")
    + ".bash\" || exit 78\n\nplan="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"planDigest"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":45,"column":5},"end":{"line":45,"column":22}}})) != null ? stack1 : "")
    + "\nlib="
    + ((stack1 = lookupProperty(helpers,"sh").call(alias1,lookupProperty(depth0,"lib"),{"name":"sh","hash":{},"data":data,"loc":{"start":{"line":46,"column":4},"end":{"line":46,"column":14}}})) != null ? stack1 : "")
    + " # sha256 of plan.json, and of what is used of lib/\n\ncommand=("
    + ((stack1 = lookupProperty(helpers,"words").call(alias1,lookupProperty(depth0,"command"),{"name":"words","hash":{},"data":data,"loc":{"start":{"line":48,"column":9},"end":{"line":48,"column":26}}})) != null ? stack1 : "")
    + ")\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"wrap"),{"name":"if","hash":{},"fn":container.program(6, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":49,"column":0},"end":{"line":51,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"healthCheck"),{"name":"if","hash":{},"fn":container.program(7, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":52,"column":0},"end":{"line":54,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"mounts"),{"name":"if","hash":{},"fn":container.program(8, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":55,"column":0},"end":{"line":57,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"settings"),{"name":"each","hash":{},"fn":container.program(9, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":58,"column":0},"end":{"line":58,"column":81}}})) != null ? stack1 : "")
    + "\n\n#     node, its ranks, the GPUs that Slurm gives there; index=uuid of planned GPUs, ranks:CPUs of their GPUs\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"components"),{"name":"each","hash":{},"fn":container.program(11, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":61,"column":0},"end":{"line":66,"column":9}}})) != null ? stack1 : "")
    + "\n# A line of $run/hosts-0 is the machine of a task.\nstep() {\n  srun"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"steps"),{"name":"each","hash":{},"fn":container.program(13, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":70,"column":6},"end":{"line":72,"column":113}}})) != null ? stack1 : "")
    + "\n}\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"healthCheck"),{"name":"if","hash":{},"fn":container.program(17, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":74,"column":0},"end":{"line":79,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"jobSetup"),{"name":"if","hash":{},"fn":container.program(19, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":80,"column":0},"end":{"line":86,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"rankSetup"),{"name":"if","hash":{},"fn":container.program(20, data, 0, blockParams, depths),"inverse":container.noop,"data":data,"loc":{"start":{"line":87,"column":0},"end":{"line":93,"column":7}}})) != null ? stack1 : "")
    + "\nrun_job \"$@\"\n";
},"useData":true,"useDepths":true},
};
