// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.metric;

import java.util.function.Consumer;

/**
 * Metrics that come and go together.
 *
 * @param name of the set, words with dots between them
 * @param show shows each of them
 */
public record MetricSet(String name, Consumer<Metrics> show) {}
