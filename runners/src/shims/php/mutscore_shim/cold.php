<?php
// One run in this process, which ends with it.

namespace MutscoreShim;

final class Cold
{
    private array $job;
    private Record $record;
    private ?Replaced $replaced;
    private ?Observer $observer = null;

    public function __construct(array $request, private Scope $scope, private Framework $project, ?string $blob)
    {
        $this->job = $request['job'];
        $this->record = new Record(3, $request['token']);
        $this->replaced = $this->job['path'] === null ? null : new Replaced($scope, $this->job['path'], $blob);
        if ($this->job['observe']) {
            require __DIR__ . '/observe.php';
            $this->observer = Observer::of($request['watch'], $scope, $request['callers']);
        }
    }

    public function run(): void
    {
        try {
            $this->replaced?->place();
            $this->observer?->prepare();
            $this->record->begins();
            Ending::expect($this->record, $this->scope, $this->replaced);
            $ending = $this->replaced?->garbled() ?? $this->ending();
            $this->record->done($ending + ($this->replaced === null ? [] : ['applied' => $this->proven($ending)]));
        } catch (\Throwable $error) {
            $this->record->trouble($error);
        }
        $this->record->close();
    }

    /** A file that does not parse is never loaded, and needs no proof for it. */
    private function proven(array $ending): bool
    {
        return $ending['outcome'] === 'build-failure' && $ending['detail'] === 'syntax' || $this->replaced->holds();
    }

    /** Loads and runs; what the project raises is part of the end, what else is raised is trouble of ours. */
    private function ending(): array
    {
        $this->observer?->start();
        try {
            $this->project->load();
        } catch (\Throwable $error) {
            return Classify::ofLoading($error, $this->scope);
        }
        $this->observer?->loaded();
        [$own, $waited] = Sys::cpuUsed();
        $this->record->loaded($own + $waited);
        // The kernel counts this process alone.
        Sys::limitCpu($this->job['cpu_s'], $own / 1e6);
        error_clear_last();
        $found = $this->project->run($this->job['scenario'], $this->record, $this->job['strip'], $this->observer);
        $found['cpu_us'] = array_sum(Sys::cpuUsed()) - $own - $waited;
        return $this->observer === null ? $found : $found + ['observation' => $this->observer->finish()];
    }
}
