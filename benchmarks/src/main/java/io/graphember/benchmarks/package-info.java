// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks as commands: every claim of performance names the command here that shows it. Each
 * runs in several JVMs, warms up, and reports every run beside the machine's own limit.
 */
@NullMarked
package io.graphember.benchmarks;

import org.jspecify.annotations.NullMarked;
