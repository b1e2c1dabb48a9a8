import GitHub from '@latchstring/core/providers/github'
import { defineAuth } from '@latchstring/astro/server'

export default defineAuth({ providers: [GitHub] })
