import { latchstring } from '../auth'

export const onRequest = latchstring.onRequest
