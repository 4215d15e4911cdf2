// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.backend;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the configuration of a node says of engines.
 *
 * @param backend the one that jobs use which name none
 * @param threads threads of an engine, 1 or more
 * @param cacheFolder where engines unpack their libraries
 */
public record EngineSettings(Optional<String> backend, int threads, Optional<Path> cacheFolder) {}
