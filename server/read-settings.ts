import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { OperatorError } from '#server/operator-error.ts';
import { findClosestName, formatNameSuggestion } from './closest-name.ts';
import { EnvironmentSettings, environmentSettingNames, settingNamesReadableFromFile } from './settings.ts';

/**
 * Variables that the settings file may contain although they are not settings: those of Node and of docker-compose.yml.
 */
const otherNames = ['NODE_ENV', 'TZ', 'NO_COLOR', 'FORCE_COLOR', 'DATABASE_PASSWORD', 'COMPOSE_PROJECT_NAME'];

const knownNames = [
  ...environmentSettingNames,
  ...settingNamesReadableFromFile.map((name) => `${name}_FILE`),
  'ENV_FILE',
];

/**
 * Reads the settings from the environment and from a file: `.env`, or the path in ENV_FILE. The environment takes
 * precedence, and an empty variable counts as unset.
 * @throws OperatorError that lists every invalid setting with its reason.
 */
export function readEnvironmentSettings(environment: NodeJS.ProcessEnv): EnvironmentSettings {
  const fromFile = readEnvFile(environment.ENV_FILE);
  const variables = { ...withoutEmpty(fromFile), ...withoutEmpty(environment) };
  const issues = [...unknownInFile(fromFile), ...misspeltNames(environment)];
  const withSecrets = readSecretFiles(variables, issues);
  const parsed = EnvironmentSettings.safeParse(withSecrets);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) issues.push(`${String(path[0])} ${message}`);
  if (!parsed.success || issues.length > 0) throw createInvalidSettingsError(issues);
  return parsed.data;
}

export const createInvalidSettingsError = (issues: readonly string[]) =>
  new OperatorError(`Invalid settings:\n${issues.map((issue) => `  ${issue}`).join('\n')}`, { exitCode: 78 });

const withoutEmpty = (variables: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1])));

/**
 * Reads the settings file.
 * @param path Path of the file, or `off` for none. A file that is named explicitly must exist.
 */
function readEnvFile(path: string | undefined): NodeJS.Dict<string> {
  if (path === 'off') return {};
  try {
    return parseEnv(readFileSync(resolve(path || '.env'), 'utf8'));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (!path && (code === 'ENOENT' || code === 'EISDIR')) return {};
    throw createInvalidSettingsError([`${path ? 'ENV_FILE' : '.env'} cannot be read: ${(cause as Error).message}`]);
  }
}

const unknownInFile = (variables: NodeJS.Dict<string>): string[] =>
  Object.keys(variables)
    .filter((name) => !knownNames.includes(name) && !otherNames.includes(name))
    .map((name) => `${name} in the file of settings is no setting.${formatNameSuggestion(name, knownNames)}`);

/**
 * Finds misspelt settings in the environment. Because it also contains variables of other programs, only a name that
 * differs from a setting by one letter counts as misspelt. Short names such as POST are ignored, because too many names
 * resemble them.
 */
const misspeltNames = (environment: NodeJS.ProcessEnv): string[] =>
  Object.keys(environment).flatMap((name) => {
    if (knownNames.includes(name) || otherProgramNames.has(name)) return [];
    const meant = findClosestName(name, knownNames, name.length < 5 ? 0 : 1);
    return meant ? [`${name} is no setting. Did you mean "${meant}"? Otherwise unset it.`] : [];
  });

/** Names that common programs use and that resemble a setting. */
const otherProgramNames = new Set(['APP_PORT', 'API_POST', 'HOSTS', 'PORTS']);

function readSecretFiles(variables: Record<string, string>, issues: string[]): Record<string, string> {
  const result = { ...variables };
  for (const name of settingNamesReadableFromFile) {
    const path = variables[`${name}_FILE`];
    if (path === undefined) continue;
    if (variables[name] !== undefined) {
      issues.push(`${name} and ${name}_FILE are both set; unset one of them`);
      continue;
    }
    try {
      result[name] = readFileSync(resolve(path), 'utf8').trim();
    } catch (cause) {
      issues.push(`${name}_FILE cannot be read: ${(cause as Error).message}`);
    }
  }
  return result;
}
