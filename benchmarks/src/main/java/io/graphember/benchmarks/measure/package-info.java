// SPDX-License-Identifier: Apache-2.0
/** How figures are taken and told: clocks, memory, the machine, the report. */
package io.graphember.benchmarks.measure;
