// SPDX-License-Identifier: Apache-2.0
/** Checks of gradients against differences of the function itself. */
package io.graphember.testkit.gradient;
