import type { Texts } from '../../types/texts.ts'

export const es: Texts = {
  lang: 'es',
  direction: 'ltr',
  common: {
    home: 'Ir a la página de inicio',
    toSignIn: 'Ir a iniciar sesión',
    reference: 'Referencia: {ref}',
  },
  signIn: {
    title: 'Iniciar sesión',
    to: 'para continuar a {host}',
    continueWith: 'Continuar con {name}',
    or: 'o',
    email: 'Correo electrónico',
    emailExample: 'nombre@example.com',
    sendLink: 'Enviarme un enlace de acceso',
    submit: 'Iniciar sesión',
    unsupported: 'El inicio de sesión con {name} no funciona en este navegador.',
    none: 'Aquí todavía no se ha configurado ninguna forma de iniciar sesión.',
    code: 'Código: {code}',
    lastUsed: 'Último utilizado',
    showPassword: 'Mostrar la contraseña',
    passkey: 'Iniciar sesión con una llave de acceso',
    unknown: 'Esta forma de iniciar sesión no existe aquí. Elija otra.',
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
    Signin: 'No se ha podido iniciar la sesión. Inténtelo de nuevo o elija otra forma de acceder.',
    OAuthSignin:
      'No se ha podido empezar el acceso con ese servicio. Espere un momento e inténtelo de nuevo, o elija otra forma.',
    OAuthCallbackError:
      'El servicio no ha confirmado su acceso. Inténtelo de nuevo o elija otra forma de acceder.',
    OAuthCreateAccount:
      'El servicio ha confirmado quién es usted, pero aquí no se ha podido crear una cuenta. Inténtelo de nuevo o elija otra forma de acceder.',
    EmailCreateAccount:
      'No se ha podido crear una cuenta para este correo electrónico. Inténtelo de nuevo o use otra dirección.',
    Callback: 'Algo ha fallado mientras se iniciaba la sesión. Empiece de nuevo desde esta página.',
    OAuthAccountNotLinked:
      'Ya existe una cuenta con este correo electrónico. Inicie sesión como lo hizo antes, para que sepamos que es suya.',
    EmailSignin:
      'No se ha podido enviar el correo. Compruebe que la dirección está bien escrita e inténtelo de nuevo.',
    CredentialsSignin:
      'Los datos introducidos no corresponden a ninguna cuenta. Compruébelos e inténtelo de nuevo.',
    SessionRequired: 'Inicie sesión para abrir esa página.',
  },
  present: {
    named: 'Ha iniciado sesión como {name}.',
    unnamed: 'Ha iniciado sesión.',
    other: 'Usar otra cuenta',
  },
  signInReasons: {
    cancelled: 'Ha cancelado el acceso. Puede intentarlo de nuevo cuando quiera.',
    expired:
      'Ha pasado demasiado tiempo, o el acceso se empezó en otro navegador. Empiece de nuevo.',
    ours: 'Algo no funciona por nuestra parte; no es culpa suya. Elija otra forma de acceder o inténtelo más tarde.',
    service:
      'El servicio que ha elegido no responde correctamente en este momento. Inténtelo de nuevo en unos minutos o elija otra forma de acceder.',
    'other-way':
      'No podemos iniciar su sesión de esta forma, porque el servicio no nos ha comunicado todo lo necesario. Elija otra forma de acceder.',
  },
  signOut: {
    title: 'Cerrar sesión',
    question: '¿Quiere cerrar la sesión en este navegador?',
    submit: 'Cerrar sesión',
    stay: 'Mantener la sesión',
    nobody: 'No ha iniciado sesión aquí.',
  },
  error: {
    Configuration: {
      title: 'Acceso no disponible',
      message: 'Este sitio web no está bien configurado. No es culpa suya.',
      advice: 'Inténtelo más tarde. Si sigue igual, avise a los responsables del sitio web.',
    },
    AccessDenied: {
      title: 'Sin acceso',
      message: 'Esta cuenta no tiene permiso para iniciar sesión aquí.',
      advice: 'Inicie sesión con otra cuenta o pida acceso a los responsables del sitio web.',
    },
    Verification: {
      title: 'Este enlace ya no funciona',
      message: 'Ha caducado, ya se ha usado o está incompleto.',
      advice: 'Pida uno nuevo en la página de inicio de sesión.',
    },
    Default: {
      title: 'Algo ha fallado',
      message: 'No se ha podido iniciar la sesión.',
      advice: 'Empiece de nuevo desde la página de inicio de sesión.',
    },
  },
  verifyRequest: {
    title: 'Revise su correo',
    sentTo:
      'Hay un mensaje en camino a {address}. Abra el enlace que contiene para iniciar sesión.',
    sent: 'Hay un mensaje en camino. Abra el enlace que contiene para iniciar sesión.',
    code: 'Código del mensaje',
    codeHint: 'Los espacios, los guiones y las minúsculas no importan.',
    submit: 'Iniciar sesión',
    wrongCode:
      'Este código no es correcto o ya no es válido. Compárelo con el mensaje más reciente.',
    attemptsLeft: 'Intentos restantes: {count}',
    nothingThere: '¿No ha llegado nada en unos minutos? Mire en la carpeta de correo no deseado.',
    again: 'Intentarlo de nuevo o usar otra dirección',
  },
  confirmLink: {
    title: '¿Es usted?',
    question: 'Está a punto de iniciar sesión como {address}.',
    reason:
      'No es seguro que el enlace se haya pedido en este navegador. Confirme que quiere iniciar sesión aquí.',
    submit: 'Sí, iniciar sesión',
    notMe:
      '¿No es su dirección o no ha pedido esto? Cierre esta página: todavía no ha pasado nada.',
  },
  continueSignIn: {
    title: 'Un paso más',
    message: 'Ha vuelto de {name}. Continúe aquí para terminar.',
    submit: 'Continuar',
    notMe: '¿No ha pedido esto? Cierre esta página: todavía no ha pasado nada.',
  },
  endSession: {
    title: 'Ha cerrado la sesión aquí',
    message: 'En {name} la sesión sigue abierta. Continúe para cerrarla también allí.',
    submit: 'Continuar a {name}',
    stay: 'Mantener la sesión allí',
  },
  signedOut: {
    title: 'Aquí no ha cambiado nada',
    message:
      'Este cierre de sesión no se inició en este navegador, o fue hace más de diez minutos.',
  },
  devices: {
    title: 'Dónde ha iniciado sesión',
    lead: 'Cierre la sesión donde ya no la necesite y donde no reconozca el navegador.',
    here: 'Este navegador',
    unknown: 'Navegador desconocido',
    browserOn: '{browser} en {system}',
    signedIn: 'Inicio de sesión: {when}',
    signedInWith: 'Inicio de sesión con {name}: {when}',
    lastSeen: 'Último uso: {when}',
    signOut: 'Cerrar sesión',
    others: 'Cerrar las demás sesiones',
    all: 'Cerrar todas las sesiones',
  },
  account: {
    title: 'Sus formas de iniciar sesión',
    lead: 'Quite las que ya no use. La última se conserva.',
    synced: 'Llave de acceso sincronizada',
    oneDevice: 'Llave de acceso en un dispositivo',
    mail: 'Enlace por correo electrónico',
    remove: 'Quitar',
    rename: 'Cambiar el nombre',
    name: 'Nombre de la llave de acceso',
    save: 'Guardar',
    only: 'Es su única forma de iniciar sesión y no se puede quitar.',
  },
  ended: {
    'ended-by-user': 'La sesión se cerró aquí desde otro dispositivo.',
    'signed-out-everywhere':
      'La sesión se cerró porque se pidió cerrarla en todos los dispositivos.',
    'password-changed': 'La sesión se cerró porque se cambió la contraseña.',
    'email-changed': 'La sesión se cerró porque se cambió la dirección de correo electrónico.',
    'account-unlinked': 'La sesión se cerró porque se eliminó una forma de iniciar sesión.',
    'passkey-removed': 'La sesión se cerró porque se eliminó una llave de acceso.',
    admin: 'Los responsables de este sitio web han cerrado su sesión.',
    'back-channel':
      'La sesión se cerró porque usted la cerró en el servicio con el que inicia sesión.',
    'secret-leak': 'Por seguridad, se cerraron todas las sesiones. Inicie sesión de nuevo.',
    other: 'Su sesión ha terminado. Inicie sesión de nuevo.',
  },
  problem: {
    400: {
      title: 'No ha funcionado',
      message:
        'Faltaba una parte de la solicitud o no se podía leer. Vuelva atrás, recargue la página e inténtelo de nuevo.',
    },
    403: {
      title: 'Solicitud rechazada',
      message:
        'Puede que la página llevara demasiado tiempo abierta o que la solicitud viniera de otro sitio. Vuelva atrás, recargue la página e inténtelo de nuevo.',
    },
    404: {
      title: 'Página no encontrada',
      message:
        'No hay nada en esta dirección. Compruebe que está bien escrita o empiece en la página de inicio.',
    },
    405: {
      title: 'Así no es posible',
      message: 'Esta dirección no se puede abrir directamente. Empiece en la página de inicio.',
    },
    413: {
      title: 'Demasiados datos',
      message:
        'Se ha enviado más de lo que se acepta aquí. Acorte lo que ha escrito e inténtelo de nuevo.',
    },
    415: {
      title: 'Formato desconocido',
      message: 'Lo enviado no se puede leer aquí. Vuelva atrás y use el formulario de la página.',
    },
    429: {
      title: 'Demasiados intentos',
      message: 'Espere unos minutos y vuelva a intentarlo.',
    },
    500: {
      title: 'Algo ha fallado por nuestra parte',
      message: 'Se ha producido un error inesperado. Inténtelo de nuevo en un momento.',
    },
    503: {
      title: 'No disponible en este momento',
      message:
        'No podemos acceder a una parte de nuestro sistema. Su sesión no se ha cerrado; inténtelo de nuevo en un momento.',
    },
  },
  mail: {
    subject: 'Iniciar sesión en {host}',
    button: 'Iniciar sesión',
    link: 'Si el botón no funciona, copie esta dirección en su navegador:',
    code: 'O escriba este código en la página donde pidió iniciar sesión:',
    validity: 'El enlace y el código sirven una sola vez, durante {minutes} min.',
    ignore:
      'Si no ha pedido este mensaje, puede ignorarlo. Sin el enlace o el código nadie inicia sesión.',
  },
}
