import { passwordAnswers } from './src/password-answers.ts'
import { openPasswordStore } from './src/password-world.ts'

passwordAnswers('SQLite', openPasswordStore)
