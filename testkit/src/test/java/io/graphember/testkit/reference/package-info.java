// SPDX-License-Identifier: Apache-2.0
/** The judge passes its own contract. */
package io.graphember.testkit.reference;
