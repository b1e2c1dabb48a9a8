import { register } from 'node:module'

register('./pass-through.mjs', import.meta.url)
