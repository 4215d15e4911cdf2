// SPDX-License-Identifier: Apache-2.0
/** What larger graphs would need, by a model that is fitted to loads of smaller ones. */
@NullMarked
package io.graphember.benchmarks.forecast;

import org.jspecify.annotations.NullMarked;
