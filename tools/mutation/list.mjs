/** Prints the names of the modules that are mutated, as a list in JSON: the nightly workflow takes each on a machine of its own. */
import { modules } from '../../test/mutation/modules.mjs'

console.log(JSON.stringify(Object.keys(modules)))
