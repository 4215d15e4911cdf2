// SPDX-License-Identifier: Apache-2.0
/**
 * Training: settings of a job in {@code job}, the loop that every trainer runs in {@code loop}, the
 * task and its metrics in {@code task}, what trainers exchange in {@code sync}.
 */
@NullMarked
package io.graphember.training;

import org.jspecify.annotations.NullMarked;
