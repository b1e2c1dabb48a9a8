export { decode, encode, getToken } from '@latchstring/core/jwt'
export type {
  DefaultJWT,
  GetTokenParams,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from '@latchstring/core/jwt'
