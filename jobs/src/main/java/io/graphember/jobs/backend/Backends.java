// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.backend;

import io.graphember.jobs.NodeError;
import io.graphember.kernels.sparse.SparseInputBackend;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.backend.SpiVersion;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * The backends on a node's class path. An engine is loaded when the first job needs it and closed
 * with the node. Safe for use by several threads.
 */
public final class Backends implements AutoCloseable {
  private final EngineSettings settings;
  private final IntFunction<Workers> threads;
  private final SortedMap<String, BackendProvider> providers = new TreeMap<>();
  private final Map<String, Backend> open = new HashMap<>();

  /**
   * Finds the providers; loads no engine.
   *
   * @param threads lends as many threads as asked for to a backend that is loaded
   */
  public Backends(EngineSettings settings, IntFunction<Workers> threads) {
    this(
        settings,
        threads,
        ServiceLoader.load(BackendProvider.class, Backends.class.getClassLoader()));
  }

  /**
   * The same of providers that are given.
   *
   * @param found providers, of which the first of a name counts
   */
  public Backends(
      EngineSettings settings, IntFunction<Workers> threads, Iterable<BackendProvider> found) {
    this.settings = settings;
    this.threads = threads;
    for (BackendProvider provider : found) {
      providers.putIfAbsent(provider.name(), provider);
    }
  }

  /** Names of the installed backends. */
  public List<String> names() {
    return List.copyOf(providers.keySet());
  }

  /**
   * The backend that a job uses.
   *
   * @param jobBackend what the job names
   * @return name of an installed backend
   * @throws GraphemberException if it is not installed, or none or several are and none was chosen
   */
  public String choose(Optional<String> jobBackend) {
    Optional<String> wanted = jobBackend.or(settings::backend);
    if (wanted.isPresent()) {
      return installed(wanted.get()).name();
    }
    if (providers.isEmpty()) {
      throw new GraphemberException(
          NodeError.BACKEND_MISSING,
          "No backend is installed on this node: move a folder such as graphember-backend-djl from libs/optional to libs.");
    }
    if (providers.size() > 1) {
      throw new GraphemberException(
          NodeError.BACKEND_AMBIGUOUS,
          "Backends %s are installed and none was chosen: set 'backend' in the job or in the node's GraphemberConfiguration."
              .formatted(String.join(" and ", providers.keySet())));
    }
    return providers.firstKey();
  }

  private BackendProvider installed(String name) {
    BackendProvider provider = providers.get(name);
    if (provider == null) {
      throw new GraphemberException(
          NodeError.BACKEND_UNKNOWN,
          "backend = %s: not installed on this node, there %s; folders graphember-backend-* are moved from libs/optional to libs."
              .formatted(
                  name,
                  providers.isEmpty() ? "is none" : "is " + String.join(", ", providers.keySet())));
    }
    return provider;
  }

  /**
   * Loads a backend, or gives the one that is loaded.
   *
   * @param name an installed backend
   */
  public synchronized Backend open(String name) {
    Backend backend = open.get(name);
    if (backend == null) {
      backend = load(installed(name));
      open.put(name, backend);
    }
    return backend;
  }

  /**
   * What an engine takes of native memory; loads nothing.
   *
   * @param name an installed backend
   */
  public EngineMemory memory(String name) {
    return installed(name).memory();
  }

  /**
   * Refuses a job whose result must be the same bits on every run if engines of this node have
   * several threads, by which those bits depend on the machine.
   *
   * @throws GraphemberException with code {@link NodeError#ENGINE_THREADS}
   */
  public void requireRepeatable() {
    final int engineThreads = settings.threads();
    if (engineThreads > 1) {
      throw new GraphemberException(
          NodeError.ENGINE_THREADS,
          ("training.repeatable = true: a node that would run the job has engineThreads = %d in its"
                  + " GraphemberConfiguration, and bits repeat with 1; set engineThreads to 1, or"
                  + " training.repeatable to false.")
              .formatted(engineThreads));
    }
  }

  private Backend load(BackendProvider provider) {
    if (provider.spiVersion() != SpiVersion.CURRENT) {
      throw new GraphemberException(
          NodeError.BACKEND_SPI_VERSION,
          "Backend %s was made for version %d of the backend boundary, this node has version %d."
              .formatted(provider.name(), provider.spiVersion(), SpiVersion.CURRENT));
    }
    final int engineThreads = settings.threads();
    Backend engine = provider.open(new BackendSettings(engineThreads, settings.cacheFolder()));
    return new SparseInputBackend(engine, threads.apply(engineThreads));
  }

  @Override
  public synchronized void close() {
    open.values().forEach(Backend::close);
    open.clear();
  }
}
