import { passwordScenes } from './src/password-scenes.ts'
import { openPasswordStore } from './src/password-world.ts'

passwordScenes('SQLite', openPasswordStore)
