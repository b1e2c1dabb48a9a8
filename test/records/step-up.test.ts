import { FACTOR_TABLES, openFactorStore } from '../flows/src/factors-world.ts'
import { stepUpScenes } from '../flows/src/step-up-scenes.ts'
import { overOtherStores } from './src/opened.ts'

stepUpScenes('SQLite', openFactorStore)
overOtherStores(FACTOR_TABLES, stepUpScenes)
