import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/nuxt/server'

export default Latchstring({ providers: [GitHub] })
