// SPDX-License-Identifier: Apache-2.0
/** Parameters and rows that are trained: optimizers in {@code optimizer}. */
package io.graphember.tensor;
