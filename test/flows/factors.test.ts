import { factorScenes } from './src/factor-scenes.ts'
import { openFactorStore } from './src/factors-world.ts'

factorScenes('SQLite', openFactorStore)
