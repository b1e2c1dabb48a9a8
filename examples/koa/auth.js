import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/koa'

export const latchstring = Latchstring({ providers: [GitHub] })
