// SPDX-License-Identifier: Apache-2.0
/** Tests of this package. */
package io.graphember.testkit.gradient;
