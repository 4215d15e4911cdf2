// SPDX-License-Identifier: Apache-2.0
/** How figures are taken and told: clocks, memory, the machine, the report. */
@NullMarked
package io.graphember.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
