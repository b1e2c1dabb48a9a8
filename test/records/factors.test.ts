import { factorAttacks } from '../flows/src/factor-attacks.ts'
import { factorScenes } from '../flows/src/factor-scenes.ts'
import { factorTries } from '../flows/src/factor-tries.ts'
import { FACTOR_TABLES } from '../flows/src/factors-world.ts'
import { factorWays } from '../flows/src/factor-ways.ts'
import { overOtherStores } from './src/opened.ts'

overOtherStores(FACTOR_TABLES, (name, open) => {
  factorTries(name, open)
  factorScenes(name, open)
  factorAttacks(name, open)
  factorWays(name, open)
})
