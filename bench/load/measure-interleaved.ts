import { type BenchScenario, combineSamples, measureScenario, type ScenarioSample } from './measure.ts';

export interface SamplingPlan {
  rounds: number;
  /** Duration of each sample in seconds. */
  sampleSeconds: number;
  /** Duration in seconds of the warm-up sample, which is discarded. */
  warmUpSeconds: number;
}

/**
 * Measures several scenarios alternately. Each round begins with another scenario, so that disturbances by other
 * processes affect all of them.
 * @returns A function that combines the samples of a scenario, given its name, with `combineSamples`. It throws an
 * Error for a scenario that was not measured.
 */
export async function measureInterleaved(
  scenarios: readonly BenchScenario[],
  { rounds, sampleSeconds, warmUpSeconds }: SamplingPlan,
): Promise<(name: string) => ScenarioSample> {
  const samples = new Map<string, ScenarioSample[]>(scenarios.map(({ name }) => [name, []]));
  for (const scenario of scenarios) await measureScenario(scenario, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < scenarios.length; turn++) {
      const scenario = scenarios[(turn + round) % scenarios.length];
      if (!scenario) continue;
      const sample = await measureScenario(scenario, sampleSeconds);
      samples.get(scenario.name)?.push(sample);
      console.log(`  ${round + 1}/${rounds} ${scenario.name.padEnd(44)} ${summarise(sample)}`);
    }
  }
  return (name) => {
    const measured = samples.get(name);
    if (!measured?.length) throw new Error(`${name} was not measured`);
    return combineSamples(measured);
  };
}

function summarise({ requestsPerSecond, requestsPerCpuSecond, p99Ms, failures }: ScenarioSample): string {
  const rates = `${Math.round(requestsPerSecond)} /s, ${Math.round(requestsPerCpuSecond)} /cpu-s`;
  return `${rates}, p99 ${p99Ms.toFixed(1)} ms${failures ? `, ${failures} failures` : ''}`;
}
