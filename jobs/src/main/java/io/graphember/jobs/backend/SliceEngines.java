// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.backend;

import io.graphember.inference.engine.SliceEngineProvider;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.jobs.NodeError;
import io.graphember.spi.backend.EngineMemory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.InferenceSettings.Engine;
import jakarta.inject.Inject;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * The engines for slices on a node's class path. One is loaded when the first job needs it. Safe
 * for use by several threads.
 */
public final class SliceEngines {
  private final Map<String, SliceEngineProvider> providers = new TreeMap<>();

  /** Finds the providers; loads no engine. */
  @Inject
  public SliceEngines() {
    this(ServiceLoader.load(SliceEngineProvider.class, SliceEngines.class.getClassLoader()));
  }

  SliceEngines(Iterable<SliceEngineProvider> found) {
    found.forEach(provider -> providers.putIfAbsent(provider.name(), provider));
  }

  /**
   * The engine that a job uses on all its nodes: what it names, else ONNX Runtime where it is ready
   * on this node or slices need it, else the kernels.
   */
  public Engine choose(InferenceSettings settings) {
    if (settings.engine() != Engine.AUTO) {
      return settings.engine();
    }
    SliceEngineProvider onnx = providers.get(name(Engine.ONNX));
    return settings.slices() != null || onnx != null && onnx.ready() ? Engine.ONNX : Engine.KERNEL;
  }

  /**
   * Loads an engine, or gives the one that is loaded.
   *
   * @param engine a chosen one
   * @throws GraphemberException with code {@link NodeError#INFERENCE_ENGINE_MISSING}, or of
   *     category ENGINE if it does not load
   */
  public RunnerFactory open(Engine engine) {
    return switch (engine) {
      case AUTO -> throw new IllegalArgumentException("no engine was chosen");
      case KERNEL -> RunnerFactory.KERNELS;
      case ONNX -> provider(name(engine)).open();
    };
  }

  /**
   * Loads an engine for slices that were made elsewhere.
   *
   * @throws GraphemberException as {@link #open(Engine)}
   */
  public SlicedModel open(Engine engine, ImportedSlices slices) {
    return provider(name(engine)).open(slices);
  }

  /**
   * What an engine takes of native memory; empty for the kernels, which take none. Loads nothing.
   *
   * @throws GraphemberException with code {@link NodeError#INFERENCE_ENGINE_MISSING}
   */
  public Optional<EngineMemory> memory(Engine engine) {
    return switch (engine) {
      case AUTO -> throw new IllegalArgumentException("no engine was chosen");
      case KERNEL -> Optional.empty();
      case ONNX -> Optional.of(provider(name(engine)).memory());
    };
  }

  private static String name(Engine engine) {
    return engine.name().toLowerCase(Locale.ROOT);
  }

  private SliceEngineProvider provider(String name) {
    if (!providers.containsKey(name)) {
      throw new GraphemberException(
          NodeError.INFERENCE_ENGINE_MISSING,
          "inference.engine = %s: not installed on this node: move the folder graphember-inference-%s from libs/optional to libs."
              .formatted(name, name));
    }
    return providers.get(name);
  }
}
