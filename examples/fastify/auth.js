import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/fastify'

export const latchstring = Latchstring({ providers: [GitHub] })
