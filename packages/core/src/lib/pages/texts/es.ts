import type { Texts } from '../../types/texts.ts'

export const es: Texts = {
  lang: 'es',
  direction: 'ltr',
  common: {
    home: 'Ir a la página de inicio',
    toSignIn: 'Volver a iniciar sesión',
    reference: 'Referencia: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Inténtalo de nuevo en {duration}.',
    notYou: 'Si no fuiste tú, contacta con el administrador del sitio.',
  },
  signIn: {
    title: 'Iniciar sesión',
    to: 'para continuar en {host}',
    continueWith: 'Continuar con {name}',
    or: 'o',
    email: 'Correo electrónico',
    emailExample: 'nombre@example.com',
    sendLink: 'Continuar con correo',
    submit: 'Iniciar sesión',
    unsupported: 'Este navegador no es compatible con {name}. Usa otro método para iniciar sesión.',
    none: 'El inicio de sesión aún no está configurado.',
    code: 'Código de error: {code}',
    lastUsed: 'Último usado',
    showPassword: 'Mostrar la contraseña',
    passkey: 'Iniciar sesión con llave de acceso',
    unknown: 'Ese método de inicio de sesión no está disponible. Elige otro.',
    wrongEmailOrPassword: 'El correo electrónico o la contraseña no son correctos.',
    wrongUsernameOrPassword: 'El nombre de usuario o la contraseña no son correctos.',
    unsupportedPasskey:
      'Este navegador no es compatible con las llaves de acceso. Actualízalo o usa otro método para iniciar sesión.',
  },
  fields: {
    username: 'Nombre de usuario',
    password: 'Contraseña',
    code: 'Código',
    oneTimeCode: 'Código de un solo uso',
    name: 'Nombre',
    phone: 'Número de teléfono',
  },
  signInErrors: {
    Signin: 'No pudimos iniciar tu sesión. Inténtalo de nuevo o usa otro método.',
    OAuthSignin:
      'No pudimos conectar con ese servicio. Inténtalo de nuevo en un momento o usa otro método.',
    OAuthCallbackError:
      'Ese servicio no completó el inicio de sesión. Inténtalo de nuevo o usa otro método.',
    OAuthCreateAccount: 'No pudimos crear tu cuenta. Inténtalo de nuevo o usa otro método.',
    EmailCreateAccount:
      'No pudimos crear tu cuenta. Inténtalo de nuevo o usa otro correo electrónico.',
    Callback: 'Algo falló al iniciar sesión. Inténtalo de nuevo.',
    OAuthAccountNotLinked:
      'Este correo electrónico ya se usa con otro método de inicio de sesión. Inicia sesión con ese método.',
    EmailSignin: 'No pudimos enviar el correo. Revisa la dirección e inténtalo de nuevo.',
    CredentialsSignin:
      'Los datos de inicio de sesión no son correctos. Revísalos e inténtalo de nuevo.',
    SessionRequired: 'Inicia sesión para continuar.',
  },
  providerErrors: {
    OAuthSignin:
      'No pudimos conectar con {name}. Inténtalo de nuevo en un momento o usa otro método.',
    OAuthCallbackError:
      '{name} no completó el inicio de sesión. Inténtalo de nuevo o usa otro método.',
    service: '{name} no responde. Inténtalo de nuevo en unos minutos o usa otro método.',
    'other-way': '{name} no compartió todo lo necesario para iniciar tu sesión. Usa otro método.',
  },
  present: {
    named: 'Iniciaste sesión como {name}.',
    unnamed: 'Ya iniciaste sesión.',
    other: 'Usar otra cuenta',
  },
  signInReasons: {
    cancelled: 'Inicio de sesión cancelado. Inténtalo de nuevo o usa otro método.',
    expired: 'El inicio de sesión caducó o se empezó en otro navegador. Inténtalo de nuevo.',
    ours: 'Algo falló de nuestro lado. Inténtalo más tarde o usa otro método.',
    service: 'Ese servicio no responde. Inténtalo de nuevo en unos minutos o usa otro método.',
    'other-way':
      'Ese servicio no compartió todo lo necesario para iniciar tu sesión. Usa otro método.',
    removed: 'Esta llave de acceso se quitó de tu cuenta. Usa otro método para iniciar sesión.',
    'step-up': 'Inicia sesión de nuevo para continuar. Así protegemos tu cuenta.',
  },
  signOut: {
    title: 'Cerrar sesión',
    question: '¿Seguro que quieres cerrar sesión?',
    submit: 'Cerrar sesión',
    stay: 'No cerrar sesión',
    nobody: 'No hay ninguna sesión abierta.',
  },
  error: {
    Configuration: {
      title: 'Inicio de sesión no disponible',
      message: 'Hay un problema con la configuración de este sitio.',
      advice:
        'Inténtalo más tarde. Si el problema continúa, contacta con el administrador del sitio.',
    },
    AccessDenied: {
      title: 'No tienes acceso',
      message: 'Esta cuenta no puede iniciar sesión en este sitio.',
      advice: 'Usa otra cuenta o pide acceso al administrador del sitio.',
    },
    Verification: {
      title: 'Este enlace ya no funciona',
      message: 'Puede que haya caducado o que ya se haya usado.',
      advice: 'Inicia sesión de nuevo para recibir otro enlace.',
    },
    Default: {
      title: 'Algo falló',
      message: 'No pudimos iniciar tu sesión.',
      advice: 'Intenta iniciar sesión de nuevo.',
    },
  },
  verifyRequest: {
    title: 'Revisa tu correo',
    sentTo: 'Te enviamos un correo a {address}. Abre el enlace o escribe el código a continuación.',
    sent: 'Te enviamos un correo. Abre el enlace para iniciar sesión.',
    linkSentTo: 'Te enviamos un correo a {address}. Abre el enlace para iniciar sesión.',
    code: 'Código del correo',
    codeHint: '8 letras y números. El guion y las mayúsculas son opcionales.',
    submit: 'Iniciar sesión',
    wrongCode:
      'Ese código es incorrecto o caducó. Revisa el correo más reciente e inténtalo de nuevo.',
    attemptsLeft: 'Intentos restantes: {count}',
    nothingThere: '¿No te llegó? Revisa la carpeta de correo no deseado.',
    again: 'Reenviar o usar otro correo',
  },
  confirmLink: {
    title: '¿Eres tú?',
    question: 'Vas a iniciar sesión como {address}.',
    reason:
      'Es posible que este enlace se haya pedido en otro navegador. Confirma que quieres iniciar sesión aquí.',
    submit: 'Sí, iniciar sesión',
    notMe:
      '¿No es tu correo o no pediste esto? Cierra esta página y no se iniciará ninguna sesión.',
  },
  continueSignIn: {
    title: 'Un paso más',
    message: 'Continúa para terminar de iniciar sesión con {name}.',
    submit: 'Continuar',
    notMe: '¿No pediste esto? Cierra esta página y no se iniciará ninguna sesión.',
  },
  keptForm: {
    title: 'Tu formulario sigue aquí',
    message: 'Lo que rellenaste aún no se ha enviado.',
    submit: 'Enviar el formulario',
    discard: 'No enviar',
  },
  endSession: {
    title: 'Sesión cerrada',
    message: 'Tu sesión en {name} sigue abierta. ¿Quieres cerrarla también?',
    submit: 'Cerrar sesión en {name}',
    stay: 'Mantener la sesión en {name}',
  },
  signedOut: {
    title: 'El cierre de sesión caducó',
    message: 'Se empezó en otro navegador o hace más de 10 minutos. No ha cambiado nada.',
  },
  devices: {
    title: 'Tus sesiones abiertas',
    lead: 'Cierra la sesión en los navegadores que no reconozcas o ya no uses.',
    here: 'Este navegador',
    unknown: 'Navegador desconocido',
    browserOn: '{browser} en {system}',
    signedIn: 'Inicio de sesión: {when}',
    signedInWith: 'Inicio de sesión con {name}: {when}',
    lastSeen: 'Último uso: {when}',
    signOut: 'Cerrar sesión',
    others: 'Cerrar las demás sesiones',
    all: 'Cerrar todas las sesiones',
    now: 'Activo ahora',
  },
  account: {
    title: 'Métodos de inicio de sesión',
    lead: 'Quita los que ya no uses. Necesitas al menos uno.',
    synced: 'Llave de acceso sincronizada',
    oneDevice: 'Llave de acceso en un dispositivo',
    mail: 'Enlace por correo',
    remove: 'Quitar',
    rename: 'Renombrar',
    name: 'Nombre de la llave de acceso',
    save: 'Guardar',
    only: 'No puedes quitar tu único método de inicio de sesión.',
    unused: 'Aún no se ha usado. Inicia sesión una vez con este método antes de quitar los demás.',
    accounts: 'Cuentas conectadas',
    passkeys: 'Llaves de acceso',
    noPasskeys: 'Aún no hay llaves de acceso.',
    removed: 'Se quitó.',
    renamed: 'Nombre guardado.',
    signedOut: 'Sesión cerrada.',
    tooLongAgo: 'Para proteger tu cuenta, inicia sesión de nuevo antes de hacer este cambio.',
    failed: 'No funcionó. Inténtalo de nuevo.',
  },
  ended: {
    'ended-by-user': 'Tu sesión se cerró desde otro dispositivo.',
    'signed-out-everywhere':
      'Tu sesión se cerró en todos los dispositivos. Inicia sesión de nuevo.',
    'password-changed':
      'Cerramos tu sesión porque cambió la contraseña. Inicia sesión con la nueva.',
    'email-changed':
      'Cerramos tu sesión porque cambió tu correo electrónico. Inicia sesión de nuevo.',
    'account-unlinked':
      'Cerramos tu sesión porque se quitó un método de inicio de sesión. Inicia sesión de nuevo.',
    'passkey-removed':
      'Cerramos tu sesión porque se quitó una llave de acceso. Inicia sesión de nuevo.',
    'factor-added':
      'Cerramos tu sesión porque se activó la verificación en dos pasos. Inicia sesión de nuevo.',
    'factor-removed':
      'Cerramos tu sesión porque se quitó un método de verificación en dos pasos. Inicia sesión de nuevo.',
    'recovery-used': 'Cerramos tu sesión porque se recuperó tu cuenta. Inicia sesión de nuevo.',
    admin: 'Un administrador cerró tu sesión. Inicia sesión de nuevo.',
    'back-channel':
      'Cerraste sesión en el servicio con el que inicias sesión, así que también cerramos la de este sitio.',
    'secret-leak':
      'Para proteger las cuentas, cerramos todas las sesiones. Inicia sesión de nuevo.',
    other: 'Tu sesión terminó. Inicia sesión de nuevo.',
  },
  problem: {
    400: {
      title: 'No pudimos procesar la solicitud',
      message: 'Vuelve atrás, recarga la página e inténtalo de nuevo.',
    },
    403: {
      title: 'Esta página caducó',
      message: 'Vuelve atrás, recarga la página e inténtalo de nuevo.',
    },
    404: {
      title: 'Página no encontrada',
      message: 'Revisa la dirección o empieza en la página de inicio.',
    },
    405: {
      title: 'No puedes abrir esta página directamente',
      message: 'Empieza en la página de inicio.',
    },
    413: {
      title: 'El texto es demasiado largo',
      message: 'Acorta lo que escribiste e inténtalo de nuevo.',
    },
    415: {
      title: 'No pudimos leer los datos',
      message: 'Vuelve atrás y usa el formulario de la página.',
    },
    429: {
      title: 'Demasiados intentos',
      message: 'Espera unos minutos e inténtalo de nuevo.',
    },
    500: {
      title: 'Algo falló',
      message: 'El problema es nuestro. Inténtalo de nuevo en un momento.',
    },
    503: {
      title: 'No disponible temporalmente',
      message:
        'Una parte de nuestro sistema no responde. Tu sesión sigue abierta. Inténtalo de nuevo en un momento.',
    },
    acting: {
      title: 'Estás actuando en nombre de otra persona',
      message:
        'Esto no está disponible mientras tanto. Cierra sesión una vez para volver a tu cuenta.',
    },
  },
  mail: {
    subject: 'Iniciar sesión en {host}',
    button: 'Iniciar sesión',
    link: '¿No funciona el botón? Copia este enlace en tu navegador:',
    code: 'O escribe este código donde empezaste a iniciar sesión:',
    validity: 'El enlace y el código caducan en {duration} y solo se pueden usar una vez.',
    ignore:
      '¿No intentaste iniciar sesión? Ignora este correo. No compartas nunca el enlace ni el código.',
    linkValidity: 'El enlace caduca en {duration} y solo se puede usar una vez.',
    linkIgnore: '¿No intentaste iniciar sesión? Ignora este correo. No compartas nunca el enlace.',
  },
}
