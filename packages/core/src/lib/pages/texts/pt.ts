import type { Texts } from '../../types/texts.ts'

export const pt: Texts = {
  lang: 'pt-BR',
  direction: 'ltr',
  common: {
    home: 'Ir para a página inicial',
    toSignIn: 'Voltar ao login',
    reference: 'Referência: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Tente novamente em {duration}.',
    notYou: 'Se não foi você, fale com o administrador do site.',
  },
  signIn: {
    title: 'Entrar',
    to: 'para continuar em {host}',
    continueWith: 'Continuar com {name}',
    or: 'ou',
    email: 'Endereço de e-mail',
    emailExample: 'nome@example.com',
    sendLink: 'Continuar com e-mail',
    submit: 'Entrar',
    unsupported: 'Este navegador não é compatível com {name}. Use outro método de login.',
    none: 'O login ainda não foi configurado.',
    code: 'Código do erro: {code}',
    lastUsed: 'Usado por último',
    showPassword: 'Mostrar senha',
    passkey: 'Entrar com chave de acesso',
    unknown: 'Este método de login não está disponível. Escolha outro.',
    wrongEmailOrPassword: 'E-mail ou senha incorretos.',
    wrongUsernameOrPassword: 'Nome de usuário ou senha incorretos.',
    unsupportedPasskey:
      'Este navegador não é compatível com chaves de acesso. Atualize-o ou use outro método de login.',
  },
  fields: {
    username: 'Nome de usuário',
    password: 'Senha',
    code: 'Código',
    oneTimeCode: 'Código de uso único',
    name: 'Nome',
    phone: 'Número de telefone',
  },
  signInErrors: {
    Signin: 'Não foi possível fazer login. Tente novamente ou use outro método.',
    OAuthSignin:
      'Não foi possível conectar a esse serviço. Tente novamente em instantes ou use outro método.',
    OAuthCallbackError: 'O serviço não confirmou seu login. Tente novamente ou use outro método.',
    OAuthCreateAccount: 'Não foi possível criar sua conta. Tente novamente ou use outro método.',
    EmailCreateAccount:
      'Não foi possível criar sua conta. Tente novamente ou use outro endereço de e-mail.',
    Callback: 'Algo deu errado durante o login. Tente novamente.',
    OAuthAccountNotLinked:
      'Este endereço de e-mail já é usado com outro método de login. Entre com esse método.',
    EmailSignin: 'Não foi possível enviar o e-mail. Verifique o endereço e tente novamente.',
    CredentialsSignin: 'Dados de login incorretos. Verifique e tente novamente.',
    SessionRequired: 'Faça login para continuar.',
  },
  providerErrors: {
    OAuthSignin:
      'Não foi possível conectar a {name}. Tente novamente em instantes ou use outro método.',
    OAuthCallbackError: '{name} não confirmou seu login. Tente novamente ou use outro método.',
    service: '{name} não está respondendo. Tente novamente em alguns minutos ou use outro método.',
    'other-way': '{name} não compartilhou tudo o que é necessário para o login. Use outro método.',
  },
  present: {
    named: 'Você fez login como {name}.',
    unnamed: 'Você fez login.',
    other: 'Usar outra conta',
  },
  signInReasons: {
    cancelled: 'Login cancelado. Tente novamente ou use outro método.',
    expired: 'Este login expirou ou foi iniciado em outro navegador. Tente novamente.',
    ours: 'Algo deu errado do nosso lado. Tente novamente mais tarde ou use outro método.',
    service:
      'O serviço não está respondendo. Tente novamente em alguns minutos ou use outro método.',
    'other-way':
      'O serviço não compartilhou tudo o que é necessário para o login. Use outro método.',
    removed: 'Esta chave de acesso foi removida da sua conta. Use outro método de login.',
    'step-up': 'Faça login novamente para continuar. Isso protege sua conta.',
  },
  signOut: {
    title: 'Sair',
    question: 'Tem certeza de que quer sair?',
    submit: 'Sair',
    stay: 'Continuar na conta',
    nobody: 'Você não fez login.',
  },
  error: {
    Configuration: {
      title: 'Login indisponível',
      message: 'Há um problema na configuração deste site.',
      advice:
        'Tente novamente mais tarde. Se o problema continuar, fale com o administrador do site.',
    },
    AccessDenied: {
      title: 'Você não tem acesso',
      message: 'Esta conta não pode entrar neste site.',
      advice: 'Use outra conta ou peça acesso ao administrador do site.',
    },
    Verification: {
      title: 'Este link não funciona mais',
      message: 'Ele pode ter expirado ou já ter sido usado.',
      advice: 'Faça login novamente para receber um novo link.',
    },
    Default: {
      title: 'Algo deu errado',
      message: 'Não foi possível fazer login.',
      advice: 'Tente fazer login novamente.',
    },
  },
  verifyRequest: {
    title: 'Verifique seu e-mail',
    sentTo: 'Enviamos um e-mail para {address}. Abra o link ou digite o código abaixo.',
    sent: 'Enviamos um e-mail para você. Abra o link para entrar.',
    linkSentTo: 'Enviamos um e-mail para {address}. Abra o link para entrar.',
    code: 'Código do e-mail',
    codeHint: '8 letras e números. O hífen e as maiúsculas são opcionais.',
    submit: 'Entrar',
    wrongCode:
      'Este código está incorreto ou expirou. Verifique o e-mail mais recente e tente novamente.',
    attemptsLeft: 'Tentativas restantes: {count}',
    nothingThere: 'Não recebeu o e-mail? Verifique a pasta de spam.',
    again: 'Reenviar ou usar outro e-mail',
  },
  confirmLink: {
    title: 'É você?',
    question: 'Você vai entrar como {address}.',
    reason:
      'Este link pode ter sido pedido em outro navegador. Confirme que você quer entrar aqui.',
    submit: 'Sim, entrar',
    notMe:
      'Não é o seu e-mail ou não foi você quem pediu? Feche esta página e o login não será feito.',
  },
  continueSignIn: {
    title: 'Mais uma etapa',
    message: 'Continue para concluir o login com {name}.',
    submit: 'Continuar',
    notMe: 'Não foi você quem pediu? Feche esta página e o login não será feito.',
  },
  keptForm: {
    title: 'Seu formulário ainda está aqui',
    message: 'O que você preencheu ainda não foi enviado.',
    submit: 'Enviar o formulário',
    discard: 'Não enviar',
  },
  endSession: {
    title: 'Você saiu da sua conta',
    message: 'Sua sessão em {name} continua aberta. Quer sair de lá também?',
    submit: 'Sair de {name}',
    stay: 'Manter a sessão em {name}',
  },
  signedOut: {
    title: 'A saída expirou',
    message: 'A saída foi iniciada em outro navegador ou há mais de dez minutos. Nada mudou.',
  },
  devices: {
    title: 'Onde você fez login',
    lead: 'Saia dos navegadores que você não reconhece ou não usa mais.',
    here: 'Este navegador',
    unknown: 'Navegador desconhecido',
    browserOn: '{browser} em {system}',
    signedIn: 'Login: {when}',
    signedInWith: 'Login com {name}: {when}',
    lastSeen: 'Última atividade: {when}',
    signOut: 'Sair',
    others: 'Sair dos outros dispositivos',
    all: 'Sair de todos os dispositivos',
    now: 'Ativo agora',
  },
  account: {
    title: 'Métodos de login',
    lead: 'Remova os que você não usa mais. É preciso manter pelo menos um.',
    synced: 'Chave de acesso sincronizada',
    oneDevice: 'Chave de acesso em um dispositivo',
    mail: 'Link por e-mail',
    remove: 'Remover',
    rename: 'Renomear',
    name: 'Nome da chave de acesso',
    save: 'Salvar',
    only: 'Você não pode remover seu único método de login.',
    unused:
      'Ainda não foi usada. Entre uma vez com ela antes de remover seus outros métodos de login.',
    accounts: 'Contas conectadas',
    passkeys: 'Chaves de acesso',
    noPasskeys: 'Nenhuma chave de acesso ainda.',
    removed: 'Remoção concluída.',
    renamed: 'Nome salvo.',
    signedOut: 'Sessão encerrada.',
    tooLongAgo: 'Para proteger sua conta, faça login novamente antes de fazer esta alteração.',
    failed: 'Não funcionou. Tente novamente.',
  },
  ended: {
    'ended-by-user': 'Sua sessão foi encerrada em outro dispositivo.',
    'signed-out-everywhere':
      'Sua sessão foi encerrada em todos os dispositivos. Faça login novamente.',
    'password-changed':
      'Sua senha foi alterada, por isso encerramos a sessão. Faça login com a nova.',
    'email-changed':
      'Seu endereço de e-mail foi alterado, por isso encerramos a sessão. Faça login novamente.',
    'account-unlinked':
      'Um método de login foi removido, por isso encerramos a sessão. Faça login novamente.',
    'passkey-removed':
      'Uma chave de acesso foi removida, por isso encerramos a sessão. Faça login novamente.',
    'factor-added':
      'A verificação em duas etapas foi ativada, por isso encerramos a sessão. Faça login novamente.',
    'factor-removed':
      'Um método de verificação em duas etapas foi removido, por isso encerramos a sessão. Faça login novamente.',
    'recovery-used':
      'Sua conta foi recuperada, por isso encerramos a sessão. Faça login novamente.',
    admin: 'Um administrador encerrou sua sessão. Faça login novamente.',
    'back-channel':
      'Você saiu do serviço que usa para fazer login, por isso encerramos também a sessão neste site.',
    'secret-leak': 'Para proteger as contas, encerramos todas as sessões. Faça login novamente.',
    other: 'Sua sessão terminou. Faça login novamente.',
  },
  problem: {
    400: {
      title: 'Não foi possível processar a solicitação',
      message: 'Volte, recarregue a página e tente novamente.',
    },
    403: {
      title: 'Esta página expirou',
      message: 'Volte, recarregue a página e tente novamente.',
    },
    404: {
      title: 'Página não encontrada',
      message: 'Verifique o endereço ou comece pela página inicial.',
    },
    405: {
      title: 'Esta página não pode ser aberta diretamente',
      message: 'Comece pela página inicial.',
    },
    413: {
      title: 'O texto é longo demais',
      message: 'Encurte o que você escreveu e tente novamente.',
    },
    415: {
      title: 'Não foi possível ler os dados',
      message: 'Volte e use o formulário da página.',
    },
    429: {
      title: 'Muitas tentativas',
      message: 'Aguarde alguns minutos e tente novamente.',
    },
    500: {
      title: 'Algo deu errado',
      message: 'O problema é do nosso lado. Tente novamente em instantes.',
    },
    503: {
      title: 'Temporariamente indisponível',
      message:
        'Uma parte do nosso sistema não está respondendo. Sua sessão não foi encerrada. Tente novamente em instantes.',
    },
    acting: {
      title: 'Você está agindo em nome de outra pessoa',
      message: 'Isso não está disponível enquanto isso. Saia uma vez para voltar à sua conta.',
    },
  },
  mail: {
    subject: 'Entrar em {host}',
    button: 'Entrar',
    link: 'O botão não funciona? Copie este link para o seu navegador:',
    code: 'Ou digite este código onde você começou o login:',
    validity: 'O link e o código expiram em {duration} e só podem ser usados uma vez.',
    ignore: 'Não foi você? Ignore este e-mail. Nunca compartilhe o link nem o código.',
    linkValidity: 'O link expira em {duration} e só pode ser usado uma vez.',
    linkIgnore: 'Não foi você? Ignore este e-mail. Nunca compartilhe o link.',
  },
}
