// A suite that `runner.test.ts` expects to be refused: nothing in it runs.
import { test } from 'vitest'

test.todo('A cookie is written')
