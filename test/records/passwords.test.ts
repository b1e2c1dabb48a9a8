import { passwordAnswers } from '../flows/src/password-answers.ts'
import { passwordScenes } from '../flows/src/password-scenes.ts'
import { PASSWORD_TABLES } from '../flows/src/password-world.ts'
import { overOtherStores } from './src/opened.ts'

overOtherStores(PASSWORD_TABLES, (name, open) => {
  passwordScenes(name, open)
  passwordAnswers(name, open)
})
