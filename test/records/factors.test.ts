import { factorScenes } from '../flows/src/factor-scenes.ts'
import { FACTOR_TABLES } from '../flows/src/factors-world.ts'
import { factorWays } from '../flows/src/factor-ways.ts'
import { overOtherStores } from './src/opened.ts'

overOtherStores(FACTOR_TABLES, (name, open) => {
  factorScenes(name, open)
  factorWays(name, open)
})
